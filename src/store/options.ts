// How a store is reached: what the connection takes, made from how configuration files spell it. Loads nothing of etcd's client.

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
