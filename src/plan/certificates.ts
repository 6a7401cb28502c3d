// When certificates begin, end and are renewed. Pure: times come in as milliseconds since 1970, chance as a number in [0, 1).

const secondMs = 1000;
const dayMs = 86_400 * secondMs;

/** Lifetime of a leaf where nothing else is configured. */
export const leafLifetimeMs = 90 * dayMs;
/** Lifetime of an authority. */
export const authorityLifetimeMs = 3652 * dayMs;
/** How far notBefore lies in the past, for peers whose clocks are behind. */
export const backdateMs = 5 * 60 * secondMs;

export interface Validity {
  notBefore: number;
  notAfter: number;
}

/**
 * Validity of a new certificate, in whole seconds: it starts in the past and never outlives its issuer, nor begins before it.
 * Undefined where the issuer leaves no time: it has expired or not begun.
 */
export function validityOf(request: { now: number; lifetimeMs: number; issuer?: Validity }): Validity | undefined {
  const { now, lifetimeMs, issuer } = request;
  const notBefore = Math.max(wholeSecond(now - backdateMs), issuer?.notBefore ?? Number.NEGATIVE_INFINITY);
  const notAfter = Math.min(wholeSecond(now + lifetimeMs), issuer?.notAfter ?? Number.POSITIVE_INFINITY);
  return notBefore <= now && notAfter > now ? { notBefore, notAfter } : undefined;
}

/**
 * When a certificate is renewed: at two thirds of its lifetime as counted from its issue, up to a tenth of the lifetime earlier,
 * so that certificates issued together are not renewed together. `chance` must be kept for one certificate.
 */
export function renewalAt(certificate: Validity & { issuedAt?: number }, chance: number): number {
  // Backdating must not shorten a short certificate's life: without the time of issue it is taken to be backdated as ours are.
  const issuedAt = certificate.issuedAt ?? Math.min(certificate.notBefore + backdateMs, certificate.notAfter);
  const lifetimeMs = certificate.notAfter - issuedAt;
  return issuedAt + Math.floor((lifetimeMs * (20 - 3 * chance)) / 30);
}

/** What to do about a certificate now; `nextAt` is when to look again. An expired one is never served: its owner goes without. */
export function certificateState(certificate: Validity & { issuedAt?: number }, chance: number, now: number): 'good' | 'renew' | 'expired' {
  if (now >= certificate.notAfter) return 'expired';
  return now >= renewalAt(certificate, chance) ? 'renew' : 'good';
}

function wholeSecond(ms: number): number {
  return Math.floor(ms / secondMs) * secondMs;
}
