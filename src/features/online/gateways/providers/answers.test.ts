import { expect, test } from 'vitest';
import { details, pageAddress, time } from './ask.ts';

test('people are sent to an encrypted page, or to that of a fake server', () => {
  const page = (address: unknown, base = 'https://api.paystack.co') => pageAddress(base).safeParse(address).data;
  expect(page('https://checkout.paystack.com/x')).toBe('https://checkout.paystack.com/x');
  expect(page('https://checkout.paystack.com/x\r\nSet-Cookie: a=b')).not.toMatch(/[\r\n]/);
  for (const bad of ['http://checkout.paystack.com/x', 'javascript:alert(1)', '//elsewhere', '', null, 7])
    expect(page(bad)).toBeUndefined();
  expect(page('http://127.0.0.1:4000/checkout', 'http://127.0.0.1:4000/paystack')).toBeDefined();
});

test('a time that cannot be read is null', () => {
  expect(
    ['2026-11-20T09:34:27.000Z', '2026-13-40T00:00:00Z', 'today', '20', 5, null, undefined].map((one) =>
      time.parse(one),
    ),
  ).toEqual([new Date('2026-11-20T09:34:27Z'), ...Array.from({ length: 6 }, () => null)]);
});

test('details are short texts without keys, and only those that exist', () => {
  expect(details({ a: 'sk_live_123 seen', b: '', c: null, d: { card: '4081' }, e: 'x'.repeat(900) })).toEqual({
    a: '••• seen',
    e: 'x'.repeat(200),
  });
});
