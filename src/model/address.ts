// IP addresses as text, without I/O.

const octet = /^(0|[1-9][0-9]{0,2})$/;

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => octet.test(part) && Number(part) <= 255);
}

function isIpv6(text: string): boolean {
  if (text.includes(':::') || text.split('::').length > 2) return false;
  const compressed = text.includes('::');
  const tail = text.slice(text.lastIndexOf(':') + 1);
  const dotted = tail.includes('.');
  if (dotted && !isIpv4(tail)) return false;
  const hex = dotted ? text.slice(0, text.lastIndexOf(':') + 1).replace(/([^:]):$/, '$1') : text;
  const groups = hex.split('::').flatMap((side) => (side === '' ? [] : side.split(':')));
  if (!groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return false;
  const count = groups.length + (dotted ? 2 : 0);
  return compressed ? count <= 7 : count === 8;
}

/** Whether the text is an IPv4 address in dotted decimal or an IPv6 address, without port or zone. */
export function isIp(text: string): boolean {
  return text.includes(':') ? isIpv6(text) : isIpv4(text);
}

/** Whether an address names no host in particular: 0.0.0.0 or ::. */
export function isUnspecified(ip: string): boolean {
  return ip.includes(':') ? /^[0:.]*$/.test(ip) : ip === '0.0.0.0';
}
