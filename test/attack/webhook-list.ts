import { createHmac } from 'node:crypto';

/** Where a provider reports, and what it signs with there. */
export interface Gate {
  name: string;
  url: string;
  header: string;
  secret: string;
  /** Of the same provider in another institution, and of other providers here. */
  foreign: string;
  others: string[];
  /** The header is the secret itself: it signs no body. */
  isHash: boolean;
}

interface Message {
  name: string;
  url: string;
  payload: string | Buffer;
  headers: Record<string, string>;
  isSigned: boolean;
}

/** Forged, swapped, cut off, foreign and malformed messages about payments that the provider does not have as expected. */
export function hostileMessages(gate: Gate, [unpaid, other, paid]: [string, string, string]): Message[] {
  const { url, header, secret, foreign, others, isHash } = gate;
  const json = { 'content-type': 'application/json' };
  const sign = (payload: string | Buffer, by = secret) =>
    isHash ? by : createHmac('sha512', by).update(payload).digest('hex');
  const event = (reference: string, more: object = {}) => JSON.stringify(eventOf(gate, reference, more));
  const unsigned = (name: string, payload: string, signature?: string, headers: object = json): Message => ({
    name,
    url,
    payload,
    isSigned: false,
    headers: { ...headers, ...(signature !== undefined && { [header]: signature }) },
  });
  const signed = (name: string, payload: string | Buffer, headers: object = json): Message => ({
    name,
    url,
    payload,
    isSigned: true,
    headers: { ...headers, [header]: sign(payload) },
  });
  const whole = event(paid);
  const cut = whole.slice(0, whole.length / 2);
  const amounts: unknown[] = ['250000', 2500.001, -250_000, 0, null, '1e3', [250_000], 10 ** 15, true];
  return [
    unsigned('no signature', whole),
    unsigned('an empty signature', whole, ''),
    unsigned('a guessed signature', whole, sign(whole, 'guessed')),
    unsigned('the signature of no secret', whole, sign(whole, '')),
    unsigned('another institution’s secret', whole, sign(whole, foreign)),
    ...others.map((one) => unsigned('another gateway’s secret', whole, sign(whole, one))),
    ...(isHash
      ? []
      : [
          unsigned('the signature of another body', whole, sign(event(unpaid))),
          unsigned('a cut body with its whole signature', cut, sign(whole)),
          unsigned('another reference under the same signature', event(paid, { x: 1 }), sign(whole)),
        ]),
    signed('not paid', event(unpaid)),
    signed('paid with another amount', event(other)),
    ...amounts.map((amount) => signed(`an amount of ${JSON.stringify(amount)}`, event(unpaid, { amount }))),
    signed('an amount of 1e3', event(unpaid).replace('}', ',"amount":1e3}')),
    signed('keys twice', event(unpaid).replace('{', `{"event":"charge.success","reference":"${unpaid}",`)),
    signed('a reference that is no text', event(unpaid).replaceAll(`"${unpaid}"`, '{"$ne":null}')),
    signed('a reference of another institution', event('ZQ-FOREIGN')),
    signed('a reference with a null byte', event('ZQ\u0000')),
    signed('a prototype', '{"__proto__":{"status":"successful"},"event":"test.charge"}'),
    ...['', 'null', '[]', '"x"', '7', '{', '\u0000', '{"event":{}}', '{"data":null}'].map((body) =>
      signed(`the body ${JSON.stringify(body)}`, body),
    ),
    signed('a deep body', '['.repeat(5000) + ']'.repeat(5000)),
    signed('a huge body', JSON.stringify({ fill: 'x'.repeat(1_000_000) })),
    signed('no text at all', Buffer.from([0xff, 0xfe, 0x00, 0x80])),
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'].map(
      (type) => signed(`as ${type}`, event(unpaid), { 'content-type': type }),
    ),
    signed('without a type', event(unpaid), {}),
  ];
}

/** The same claim in the words of each provider. */
const eventOf = ({ name }: Gate, reference: string, more: object) =>
  name === 'paystack'
    ? {
        event: 'charge.success',
        data: { reference, status: 'success', amount: 250_000, currency: 'NGN', id: 1, ...more },
      }
    : name === 'flutterwave'
      ? {
          event: 'charge.completed',
          data: { id: 1, tx_ref: reference, status: 'successful', amount: 2500, currency: 'NGN', ...more },
        }
      : { event: 'test.charge', reference, ...more };
