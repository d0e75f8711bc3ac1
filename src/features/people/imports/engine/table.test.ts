import fc from 'fast-check';
import { stringify } from 'csv-stringify/sync';
import { writeXlsx } from 'hucre/xlsx';
import { constants, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inspect } from './inspect.ts';
import { formatOf, openTable } from './table.ts';

const read = async (bytes: Buffer) => {
  const format = await formatOf(bytes);
  const { headers, rows } = await openTable(bytes, format);
  const found = [];
  for await (const row of rows) found.push(row);
  return { format, headers, rows: found, cells: found.map(({ cells }) => cells) };
};
const refusal = async (bytes: Buffer | string) =>
  inspect(Buffer.from(bytes as string)).then(
    () => 'read',
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe('text files', () => {
  test.each([[','], [';'], ['\t'], ['|']])('are read with %j between the cells', async (delimiter) => {
    const { headers, cells } = await read(
      Buffer.from(['Surname,First name', 'Obi,Ada', 'Eze,Chidi'].join('\n').replaceAll(',', delimiter)),
    );
    expect(headers).toEqual(['Surname', 'First name']);
    expect(cells).toEqual([
      ['Obi', 'Ada'],
      ['Eze', 'Chidi'],
    ]);
  });

  test.each([
    ['UTF-8', Buffer.from('Surname,Town\nAdébáyọ̀,Ọ̀ffà')],
    ['UTF-8 with a mark', Buffer.from('\ufeffSurname,Town\nAdébáyọ̀,Ọ̀ffà')],
    ['UTF-16 with a mark', Buffer.from('\ufeffSurname,Town\nAdébáyọ̀,Ọ̀ffà', 'utf16le')],
    ['UTF-16 of the other order', Buffer.from('\ufeffSurname,Town\nAdébáyọ̀,Ọ̀ffà', 'utf16le').swap16()],
  ])('in %s keep their letters', async (_, bytes) => {
    const { headers, cells } = await read(bytes);
    expect(headers[0]).toBe('Surname');
    expect(cells).toEqual([['Adébáyọ̀', 'Ọ̀ffà']]);
  });

  test('in Windows-1252 keep their letters', async () => {
    const { cells, format } = await read(Buffer.from('Surname,Fee\nAdéb\u00e0yo,\u0080 5', 'latin1'));
    expect(format).toMatchObject({ encoding: 'windows-1252' });
    expect(cells).toEqual([['Adébàyo', '€ 5']]);
  });

  test('UTF-16 without a mark is known by its zeros', async () => {
    expect((await read(Buffer.from('Surname,First name\nObi,Ada', 'utf16le'))).cells).toEqual([['Obi', 'Ada']]);
  });

  test('rows are numbered as a spreadsheet shows them: line breaks in quotes and blank lines count once', async () => {
    const { rows } = await read(
      Buffer.from('Surname,Address\r\nObi,"12 Taiwo Rd,\r\nIlorin"\r\n,\r\n\r\nEze,"said ""hi"""\r\n'),
    );
    expect(rows).toEqual([
      { number: 2, cells: ['Obi', '12 Taiwo Rd,\r\nIlorin'] },
      { number: 5, cells: ['Eze', 'said "hi"'] },
    ]);
  });

  test("Excel's own line that names the separator is not a row", async () => {
    expect((await read(Buffer.from('sep=;\r\nSurname;First name\r\nObi;Ada'))).rows).toEqual([
      { number: 2, cells: ['Obi', 'Ada'] },
    ]);
  });

  test('blank columns at the end are no columns', async () => {
    const { headers, cells } = await read(Buffer.from('Surname,First name,,\nObi,Ada,,\n'));
    expect([headers, cells]).toEqual([['Surname', 'First name'], [['Obi', 'Ada']]]);
  });

  test.each([',', ';'])('titles above the headings are passed over, whatever separates (%s)', async (delimiter) => {
    const text = 'ILORIN GRAMMAR SCHOOL\nJSS 1,2026\n\nSurname,First name,Class\nObi,Ada,JSS 1 A\n';
    const { headers, rows } = await read(Buffer.from(text.replaceAll(',', delimiter)));
    expect(headers).toEqual(['Surname', 'First name', 'Class']);
    expect(rows).toEqual([{ number: 5, cells: ['Obi', 'Ada', 'JSS 1 A'] }]);
  });

  test('a list of one column keeps its first row as the heading', async () => {
    expect(await read(Buffer.from('Full name\nObi Ada\nEze Bola\n'))).toMatchObject({
      headers: ['Full name'],
      cells: [['Obi Ada'], ['Eze Bola']],
    });
  });

  test('whatever is written as CSV is read back (any text, any separator)', async () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .filter((text) => !/[\0\ufeff]/.test(text) && text.isWellFormed());
    const table = fc.array(
      fc.tuple(
        cell.filter((text) => text.trim() !== ''),
        cell,
        cell,
      ),
      { minLength: 1, maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(',', ';', '\t', '|'), async (rows, delimiter) => {
        const bytes = Buffer.from(
          stringify(
            [['Surname', 'First name', 'Address'], ...rows.map(([one, two, three]) => [one, two, `${three}.`])],
            { delimiter, quoted: true },
          ),
        );
        expect((await read(bytes)).cells).toEqual(rows.map(([one, two, three]) => [one, two, `${three}.`]));
      }),
      { numRuns: 60 },
    );
  });

  test('no bytes at all make the reader crash', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect(await refusal(Buffer.from(bytes) as never)).toMatch(/^read$|^Unreadable: /);
      }),
      { numRuns: 200 },
    );
  });
});

describe('files that cannot be imported are refused with a message', () => {
  test.each([
    ['an empty file', '', 'The file is empty'],
    ['blank lines', '\n\n,,\n', 'The file has no data'],
    ['headings without rows', 'Surname,First name\n', 'headings but no rows'],
    ['a heading twice', 'Surname,SURNAME \nObi,Eze', 'Two columns have the heading “SURNAME”'],
    ['a column without a heading', 'Surname,,First name\nObi,x,Ada', 'Column 2 has no heading'],
    [
      'a quotation mark that is never closed',
      'Surname,First name\nObi,Ada\nEze,"Chidi\nOjo,Tolu\n',
      'opens in row 3 is never closed',
    ],
    ['a picture called .csv', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'an image (PNG)'],
    ['a photograph', Buffer.from('ffd8ffe000104a46', 'hex'), 'an image (JPEG)'],
    ['a PDF', '%PDF-1.7\n', 'a PDF document'],
    ['a web page called .xls', '\ufeff<html><table><tr><td>Surname</td></tr></table>', 'This is a web page'],
    ['an old Excel file', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 'old Excel file (.xls)'],
    ['a program', Buffer.from('7f454c460201010000000000', 'hex'), 'can’t be read as a list of people'],
    ['a damaged workbook', Buffer.from('504b030414000000', 'hex'), 'Excel file is damaged'],
  ])('%s', async (_, bytes, words) => {
    expect(await refusal(bytes)).toContain(words);
  });

  test('more than 20 MB', async () => {
    expect(await refusal(Buffer.alloc(20 * 1024 * 1024 + 1, 'a') as never)).toContain('larger than 20 MB');
  });

  test('more than 100,000 rows, while 50,000 are read', async () => {
    const file = (rows: number) => Buffer.from(`Surname,First name\n${'Obi,Ada\n'.repeat(rows)}`);
    expect(await refusal(file(100_001) as never)).toContain('more than 100,000 rows');
    expect((await inspect(file(50_000))).rowCount).toBe(50_000);
  });
});

describe('workbooks', () => {
  const workbook = async () =>
    Buffer.from(
      await writeXlsx({
        sheets: [
          {
            name: 'Students',
            rows: [
              ['Admission No', 'Surname', 'Born', 'GSM'],
              [14, 'Obi', new Date('2010-02-03'), 8031234567],
              [null, null, null, null],
              ['2026/15', 'Eze'],
            ],
          },
        ],
      }),
    );

  test('give numbers without points, days as dates, and their own row numbers', async () => {
    expect((await read(await workbook())).rows).toEqual([
      { number: 2, cells: ['14', 'Obi', '2010-02-03', '8031234567'] },
      { number: 4, cells: ['2026/15', 'Eze', '', ''] },
    ]);
  });

  const saved = async (sheets: Parameters<typeof writeXlsx>[0]['sheets']) => Buffer.from(await writeXlsx({ sheets }));
  const header = ['Surname', 'First name', 'Class'];

  test('are read from the first sheet in view that holds a list; other lists are named', async () => {
    const bytes = await saved([
      { name: 'Choices', rows: [['Female', 'F']], hidden: true },
      { name: 'Read me', rows: [['Fill in the next sheet.']] },
      { name: 'Empty', rows: [] },
      { name: 'JSS 1 & 2', rows: [header, ['Obi', 'Ada', 'JSS 1 A']] },
      { name: 'JSS 3', rows: [header, ['Eze', 'Bola', 'JSS 3 A']] },
    ]);
    const { format, cells } = await read(bytes);
    expect(cells).toEqual([['Obi', 'Ada', 'JSS 1 A']]);
    expect(format).toMatchObject({
      sheet: 3,
      notes: [expect.stringMatching(/^Only .*“JSS 1 & 2”.* “JSS 3” is ignored/)],
    });
  });

  test('a cell merged over several rows counts for each, and titles merged above the headings are skipped', async () => {
    const rows = [
      ['ILORIN GRAMMAR SCHOOL'],
      header,
      ['Obi', 'Ada', 'JSS 1 A'],
      ['Eze', 'Bola', null],
      ['Ojo', 'Tolu', null],
      ['Ali', 'Sani', null],
    ];
    const merges = [
      { startRow: 0, startCol: 0, endRow: 0, endCol: 2 },
      { startRow: 2, startCol: 2, endRow: 4, endCol: 2 },
    ];
    const { headers, cells } = await read(await saved([{ name: 'List', rows, merges }]));
    expect(headers).toEqual(header);
    expect(cells.map(([, , batch]) => batch)).toEqual(['JSS 1 A', 'JSS 1 A', 'JSS 1 A', '']);
  });

  test('hidden rows are read and counted; numbers only displayed with zeros are reported', async () => {
    const rows = [header, ['Obi', 'Ada', 14], ['Eze', 'Bola', 15]];
    const columns = [{}, {}, { numFmt: '0000' }];
    const { format, cells } = await read(
      await saved([{ name: 'List', rows, columns, rowDefs: new Map([[2, { hidden: true }]]) }]),
    );
    expect(cells).toHaveLength(2);
    expect(format).toMatchObject({
      notes: [expect.stringMatching(/^1 row is hidden/), expect.stringContaining('leading zeros')],
    });
  });

  test('that unpack to more than 300 MB are refused, whatever size they state', async () => {
    // To pack all of it takes a second: each megabyte of it is the same.
    const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH });
    const packed = Buffer.concat([...Array<Buffer>(301).fill(megabyte), deflateRawSync('')]);
    const bomb = zipOf('xl/workbook.xml', packed);
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await refusal(bomb as never)).toContain('unpacks to more than 300 MB');
  });

  test('are not any zip file', async () => {
    expect(await refusal(zipOf('word/document.xml', deflateRawSync(Buffer.from('x'))) as never)).toContain(
      'not a spreadsheet',
    );
    expect(await refusal(zipOf('content.xml', deflateRawSync(Buffer.from('x'))) as never)).toContain('OpenDocument');
  });
});

/** A zip file of one entry that claims to be one byte long. */
function zipOf(name: string, packed: Buffer): Buffer {
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(packed.length, 4);
  sizes.writeUInt32LE(1, 8);
  const names = Buffer.alloc(4);
  names.writeUInt16LE(name.length);
  const local = Buffer.concat([Buffer.from('504b030414000000080000000000', 'hex'), sizes, names, Buffer.from(name)]);
  const central = Buffer.concat([
    Buffer.from('504b01021400140000000800', 'hex'),
    Buffer.alloc(4),
    sizes,
    names,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  Buffer.from('504b0506', 'hex').copy(end);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length + packed.length, 16);
  return Buffer.concat([local, packed, central, end]);
}
