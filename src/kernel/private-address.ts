import { BlockList, isIP } from 'node:net';

const closed = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, prefix, 'ipv4');
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
// Within it: IPv4-mapped addresses, tunnels and documentation.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(network, prefix, 'ipv6');

/** Whether an address is not publicly routable. */
export function isPrivate(address: string): boolean {
  if (isIP(address) === 4) return closed.check(address, 'ipv4');
  return isIP(address) !== 6 || !open6.check(address, 'ipv6') || closed.check(address, 'ipv6');
}
