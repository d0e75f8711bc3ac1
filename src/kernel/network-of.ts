import { isIPv6 } from 'node:net';

/**
 * The key by which limits count an address: a home or phone has 2^64 addresses of IPv6, and one of IPv4. A closed
 * connection has no address, although Fastify's types say so.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'gone';
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('%')[0]!.split('::');
  const groups = (text: string) => (text ? text.split(':') : []);
  const last = tail === undefined ? [] : groups(tail);
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - last.length;
  const all = [...groups(head), ...Array.from({ length: zeros }, () => '0'), ...last];
  return `${all
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
