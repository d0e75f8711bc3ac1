import { expect, test } from 'vitest';
import { networkOf } from './network-of.ts';

test.each([
  ['197.210.1.1', '197.210.1.1'],
  ['::ffff:197.210.1.1', '197.210.1.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['+2348031234567', '+2348031234567'],
  [undefined, 'gone'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network));
