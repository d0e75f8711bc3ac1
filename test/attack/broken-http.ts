import { hostile, textKinds } from './payloads.ts';
import type { Chance } from './random.ts';

export interface Plain {
  method: string;
  url: string;
  cookie: string;
  body: string;
  chance: Chance;
  at: number;
}

/** A request as it should be; what follows breaks it in one place. */
function plain({ method, url, cookie, body }: Plain, headers: string[] = []): Buffer {
  const length = body ? [`Content-Length: ${Buffer.byteLength(body)}`, 'Content-Type: application/json'] : [];
  return Buffer.from(
    [
      `${method} ${url} HTTP/1.1`,
      'Host: localhost',
      `Cookie: ${cookie}`,
      'Accept: text/html',
      ...length,
      ...headers,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

const swap = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(
    bytes.toString('latin1').replace(from, () => to),
    'latin1',
  );
const smuggled = (cookie: string) =>
  `POST /sign-out HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Length: 0\r\n\r\n`;

/** Each breaks a plain request in one place. */
export const breakages: ((one: Plain) => Buffer)[] = [
  (one) => plain(one),
  // A few bytes turned, dropped or doubled.
  (one) => {
    const bytes = plain(one);
    for (let left = 1 + one.chance.below(12); left > 0; left -= 1)
      bytes[one.chance.below(bytes.length)] = one.chance.below(256);
    return bytes;
  },
  (one) => plain(one).subarray(0, one.chance.below(plain(one).length)),
  (one) => {
    const bytes = plain(one);
    const cut = one.chance.below(bytes.length);
    return Buffer.concat([bytes.subarray(0, cut), bytes.subarray(one.chance.below(cut + 1))]);
  },
  (one) => Buffer.from(Array.from({ length: 1 + one.chance.below(400) }, () => one.chance.below(256))),
  // The address.
  (one) => plain({ ...one, url: `${one.url}${Buffer.from([0xff, 0xfe, 0x80]).toString('latin1')}` }),
  (one) =>
    plain({
      ...one,
      url: one.chance.pick([
        '//evil.example/zq',
        'http://evil.example/students',
        '/../../../../etc/passwd',
        '/assets/../outside.txt',
        '/assets/..%2foutside.txt',
        '/assets/%2e%2e/outside.txt',
        '/assets/..\\outside.txt',
        '/assets//etc/passwd',
        '/assets/.%00/zq.js',
        '*',
        'zq',
        '?',
        '#',
        '/%',
        '/%%%',
        '/\\evil.example',
        '/students#zq',
        '/students?%',
        '/;/students',
        '/students/.',
        '/students/..;/accounts',
        '/./students',
      ]),
    }),
  (one) =>
    plain({
      ...one,
      url: `/${one.chance
        .pick(['z', '%7a', '../', '/', '?a=', ';', '%00'])
        .repeat(one.chance.pick([50, 2000, 20_000]))}`,
    }),
  (one) =>
    plain(
      {
        ...one,
        url: one.chance.pick(['//evil.example/zq', '/\\evil.example', '/%5cevil.example', '//evil.example/%2e%2e']),
      },
      ['X-Inertia: true'],
    ),
  (one) =>
    swap(
      plain(one),
      'HTTP/1.1',
      one.chance.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', 'HTTP/1.1 zq', '']),
    ),
  (one) =>
    swap(
      plain(one),
      one.method,
      one.chance.pick(['CONNECT', 'TRACE', 'PRI', 'get', 'G\u0000T', 'ZQ', '', 'QUERY', 'M-SEARCH', 'A'.repeat(300)]),
    ),
  () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1'),
  () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
  // Headers.
  (one) =>
    plain(
      one,
      Array.from({ length: one.chance.pick([150, 1900, 3000]) }, (_, at) => `X-Zq-${at}: ${at}`),
    ),
  (one) => plain(one, [`X-Zq: ${'z'.repeat(one.chance.pick([5000, 15_000, 40_000]))}`]),
  (one) =>
    plain(one, [
      one.chance.pick([
        'X-Zq: a\0b',
        ': zq',
        'zq',
        ' zq: folded',
        'X Zq: 1',
        'X-Zq : 1',
        'X-Zq: \x7f',
        'Host: evil.example',
        'Host:',
        'Cookie: akada_session=zq',
        'Cookie: \xff\xfe=\xff',
        'X-Inertia: true',
        'Content-Type: application/json',
        'Range: bytes=0-',
        'Upgrade: websocket',
        'Upgrade: h2c',
        'Expect: 100-continue',
        'Expect: zq',
        'TE: trailers',
        'Trailer: zq',
        'Transfer-Encoding: zq',
        'Transfer-Encoding: chunked, chunked',
      ]),
    ]),
  (one) =>
    swap(
      plain(one),
      'Host: localhost',
      one.chance.pick(['', 'Host: a\r\nHost: b', 'Host: [', 'Host: zq/zq@zq', `Host: ${'h'.repeat(3000)}`]),
    ),
  (one) =>
    Buffer.from(
      plain(one)
        .toString('latin1')
        .replaceAll('\r\n', one.chance.pick(['\n', '\r', '\n\n', '\r\r\n'])),
      'latin1',
    ),
  (one) =>
    plain(one, [
      `X-Zq: ${hostile(one.chance.pick(textKinds), one.chance, one.at)}`,
      `Referer: ${hostile('html', one.chance, one.at)}`,
    ]),
  // Where a body ends.
  (one) =>
    plain(one, [
      `Content-Length: ${one.chance.pick(['-1', '0', '1e3', '99999999999999999999', '0x10', '+5', ' ', '5, 5', '1073741824'])}`,
    ]),
  (one) =>
    swap(
      plain({ ...one, method: 'POST', body: '{}' }),
      'Content-Length: 2',
      `Content-Length: ${one.chance.pick(['1', '3', '500', '5000000'])}`,
    ),
  (one) =>
    Buffer.concat([
      plain({ ...one, method: 'POST', body: '' }, ['Transfer-Encoding: chunked', 'Content-Type: application/json']),
      Buffer.from(
        one.chance.pick([
          '2\r\n{}\r\n0\r\n\r\n',
          'zq\r\n{}\r\n',
          'ffffffffffffffff\r\n{}',
          '-2\r\n{}\r\n0\r\n\r\n',
          `2;${'z'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
          '2\r\n{}zq\r\n0\r\n\r\n',
          '2\r\n{}\r\n0\r\nX-Injected: 1\r\n\r\n',
          '0\r\n',
        ]),
      ),
    ]),
  (one) =>
    Buffer.concat([
      plain({ ...one, method: 'POST', body: '' }, ['Transfer-Encoding: chunked', 'Content-Length: 4']),
      Buffer.from(`0\r\n\r\n${smuggled(one.cookie)}`),
    ]),
  (one) =>
    Buffer.concat([
      plain({ ...one, method: 'POST', body: '' }, ['Content-Length: 0', 'Content-Length: 90']),
      Buffer.from(smuggled(one.cookie)),
    ]),
  (one) =>
    Buffer.concat([
      plain({ ...one, method: 'POST', body: '' }, ['Transfer-Encoding : chunked']),
      Buffer.from(`0\r\n\r\n${smuggled(one.cookie)}`),
    ]),
  (one) =>
    Buffer.concat([
      swap(plain({ ...one, method: 'GET', body: '' }), 'Connection: close', 'Connection: keep-alive'),
      Buffer.from(smuggled(one.cookie)),
      plain({ ...one, method: 'GET', url: '/account', body: '' }),
    ]),
  (one) =>
    Buffer.concat([
      plain({ ...one, method: 'POST', body: '' }, [
        'Content-Type: multipart/form-data; boundary=zq',
        'Content-Length: 400',
      ]),
      Buffer.from('--zq\r\nContent-Disposition: form-data; name="file"; filename="zq'),
    ]),
  (one) =>
    Buffer.concat([
      plain({ ...one, method: 'POST', body: '' }, [
        'Content-Type: application/json',
        'Content-Encoding: gzip',
        'Content-Length: 4',
      ]),
      Buffer.from([0x1f, 0x8b, 8, 0]),
    ]),
];
