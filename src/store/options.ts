// How a store is reached: what the connection takes, made from how configuration files spell it. Loads nothing of etcd's client.
import type { Log } from '../loop/ports.ts';
import type { PhotonError } from '../model/errors.ts';

export interface StoreOptions {
  /** `http://host:port` or `https://host:port`, all of one cluster and one scheme. */
  endpoints: readonly string[];
  /** PEM files. Without a CA the system's are trusted. */
  caFile?: string;
  certFile?: string;
  keyFile?: string;
  username?: string;
  passwordFile?: string;
  password?: string;
  /** No new attempt begins after this, whatever a call allows: who waits only so long is told the cause, not just that it took too long. */
  giveUpMs?: number;
  /** Told once when calls were made for `silentMs` without any answer, with the last failure where there was one; and when one comes again. */
  contact?: { silentMs: number; onSilence: (failure: PhotonError | undefined) => void; onAnswer: () => void };
}

/** Files and user as every configuration spells them. */
export interface StoreSettings {
  ca_file?: string;
  cert_file?: string;
  key_file?: string;
  username?: string;
  password_file?: string;
}

export function storeOptions(endpoints: readonly string[], settings: StoreSettings): StoreOptions {
  const { ca_file: caFile, cert_file: certFile, key_file: keyFile, username, password_file: passwordFile } = settings;
  return {
    endpoints,
    ...(caFile !== undefined && { caFile }),
    ...(certFile !== undefined && { certFile }),
    ...(keyFile !== undefined && { keyFile }),
    ...(username !== undefined && { username }),
    ...(passwordFile !== undefined && { passwordFile }),
  };
}

/** For programs that wait as long as the store is away: says soon that it is, which store is asked, and why it does not answer. */
export function tellContact(log: Log, endpoints: readonly string[]): Pick<StoreOptions, 'contact'> {
  const silentMs = 2000;
  const onSilence = (failure: PhotonError | undefined): void => {
    const why = failure?.explain() ?? 'no answer yet; check that the endpoint is right and that nothing between drops what is sent';
    log.warn({ endpoints, code: failure?.code }, `the store has not answered for ${silentMs / 1000} s, it is tried on: ${why}`);
  };
  return { contact: { silentMs, onSilence, onAnswer: () => log.info({ endpoints }, 'the store answers again') } };
}
