import { hostile, textKinds } from './payloads.ts';
import { prototypeKeys } from './strange-values.ts';
import type { Chance } from './random.ts';
import { multipart, png, svg, zip, entities, cut } from './upload-bytes.ts';

export interface Upload {
  type: string;
  body: Buffer;
}

/** A roster in CSV: rows that can be imported, rows that cannot, and cells that a spreadsheet would compute. */
export const rosterOf = (names: string[]) =>
  [
    'Surname,First name,Gender,Date of birth,Phone,Remark',
    ...names.map((name, at) => `${cell(name)},Zainab,${at % 2 ? 'female' : 'male'},2014-03-0${(at % 9) + 1},,=1+1zq`),
    '=HYPERLINK("http://evil.example"),,neither,31/02/2014,+cmd|zq,@SUM(zq)',
    '-2+3zq,,x,never,=1,"\t=1+1zq"',
  ].join('\r\n');

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** What a form that takes a file under `field` is made for. */
export function honestUpload(field: 'file' | 'logo' | 'picture', institutionId: number, at: number): Upload {
  const picture = { name: field, content: png(), filename: `zq${at}.png`, type: 'image/png' };
  if (field === 'logo') return multipart([picture]);
  const institution = { name: 'institutionId', content: String(institutionId) };
  if (field === 'picture') return multipart([institution, { name: 'alt', content: `Zq ${at}` }, picture]);
  const roster = rosterOf([`Zq ${at}`, `Zq ${at} b`]);
  return multipart([institution, { name: field, content: roster, filename: `zq${at}.csv`, type: 'text/csv' }]);
}

/** Something that is no honest upload, for a form that takes a file under `field`. */
export function hostileUpload(field: string, fields: Record<string, string>, chance: Chance, at: number): Upload {
  const text = () => hostile(chance.pick(textKinds), chance, at);
  const filename = () =>
    text()
      .replaceAll('"', '')
      .replace(/[\r\n]/g, '');
  const given = Object.entries(fields).map(([name, content]) => ({ name, content }));
  const file = (content: Buffer | string, name: string, type = 'text/csv') =>
    multipart([...given, { name: field, content, filename: name, type }]);
  const honest = () => file(rosterOf([text(), text(), `Zq ${at}`]), `zq${at}.csv`);
  const make: (() => Upload)[] = [
    honest,
    honest,
    () => file(rosterOf([text()]), filename()),
    () => file(rosterOf(['x'.repeat(200_000)]), 'zq.csv'),
    () => file(Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x00, 0xd8]), 'zq.csv'),
    () => file(Buffer.from([0xc0, 0xaf, 0x2c, 0xff, 0x0a, 0xe2, 0x28, 0xa1]), 'zq.csv'),
    () => file(`Surname,First name\n"zq,${'"'.repeat(501)}`, 'zq.csv'),
    () => file(`${Array.from({ length: 3000 }, (_, n) => `C${n}`).join(',')}\nzq`, 'wide.csv'),
    () => file(`${prototypeKeys.join(',')}\nzq,zq,zq,zq`, 'proto.csv'),
    () => file(Buffer.alloc(0), 'empty.csv'),
    () => file('zq', ''),
    () => file(zip('../../../../tmp/zq', Buffer.from('zq')), 'traversal.xlsx'),
    () => file(zip('xl/worksheets/sheet1.xml', Buffer.alloc(30_000_000), 10), 'bomb.xlsx'),
    () => file(zip('xl/worksheets/sheet1.xml', Buffer.from(entities)), 'entities.xlsx'),
    () => file(Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(400, at % 255)]), 'broken.xlsx'),
    () => file(png(), '../../zq.png', 'image/png'),
    () => file(png(60_000, 60_000), 'zq.png', 'image/png'),
    () => file(png().subarray(0, 40), 'zq.png', 'image/png'),
    () => file(svg, 'zq.svg', 'image/svg+xml'),
    () => file(`<html><script>zq()</script>`, 'zq.html', 'text/html'),
    () =>
      multipart([
        ...given,
        ...given,
        { name: field, content: 'a', filename: 'a' },
        { name: field, content: 'b', filename: 'b' },
      ]),
    () => multipart(Array.from({ length: 60 }, (_, n) => ({ name: `zunknown${n}`, content: 'zq' }))),
    () =>
      multipart([
        ...prototypeKeys.map((name) => ({ name, content: 'zq' })),
        { name: field, content: png(), filename: 'zq.png' },
      ]),
    () => multipart([{ name: Object.keys(fields)[0] ?? 'zq', content: 'z'.repeat(100_000) }]),
    () =>
      multipart([
        { name: '', content: 'zq' },
        { name: `${field}[]`, content: png(), filename: 'zq.png' },
      ]),
    () => ({ ...honest(), type: 'multipart/form-data' }),
    () => ({ ...honest(), type: 'multipart/form-data; boundary=' }),
    () => ({ ...honest(), type: `multipart/form-data; boundary=${'b'.repeat(300)}` }),
    () => ({ ...honest(), type: 'multipart/form-data; boundary=other' }),
    () => cut(honest(), chance),
    () => cut(file(png(), 'zq.png', 'image/png'), chance),
    () => ({
      type: 'multipart/form-data; boundary=zqcloth',
      body: Buffer.from('--zqcloth\r\nContent-Disposition: form-data\r\n\r\nzq'),
    }),
    () => ({
      type: 'multipart/form-data; boundary=zqcloth',
      body: Buffer.from(`--zqcloth\r\n${'X: y\r\n'.repeat(3000)}\r\n`),
    }),
  ];
  return chance.pick(make)();
}
