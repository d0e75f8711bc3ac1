import { Readable } from 'node:stream';
import { Transformer } from '@napi-rs/image';
import { sql } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import { keepFile } from '#kernel/files.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { pdfText } from '#test/harness/pdf-text.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let ilorin: number;
beforeAll(async () => {
  world = await startSchool();
  ilorin = world.school.ilorin.id;
  registrar = await world.as('registrar');
});
afterAll(() => world.close());

const rule = (field: string, operator: string, values: string[] = [], ask = false) => ({
  field,
  operator,
  values,
  ask,
});
const form = (name: string, fields: string[], more: object = {}) => ({
  institution_id: ilorin,
  name,
  description: '',
  subject: 'student',
  sort: '[]',
  group_by: '',
  limit: '',
  filters: JSON.stringify({ joined: 'and', groups: [{ joined: 'and', rules: [rule('batch', 'filled')] }] }),
  selected_fields: fields.map((field) => `remove_student_${field}`).join(' '),
  ...more,
});
const asking = JSON.stringify({
  joined: 'and',
  groups: [{ joined: 'and', rules: [rule('batch', 'one_of', [], true)] }],
});

async function save(body: object): Promise<string> {
  const answer = await registrar.post('/reports', body);
  expect(answer.statusCode, answer.body).toBe(303);
  return answer.headers.location!;
}
const file = (browser: Browser, address: string, format: string, query = '') =>
  browser.send({ method: 'GET', url: `${address}/rows.${format}${query}` });
const linesOf = (csv: string) => csv.replace('\uFEFF', '').trimEnd().split('\r\n');

test('a report is a file in each format, with its groups, sums and filters on paper', async () => {
  const address = await save(
    form('Phone list: JSS/1', ['surname', 'birth_date', 'gender'], { group_by: 'batch', totals: 'true' }),
  );
  const csv = await file(registrar, address, 'csv');
  expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="phone-list-jss-1-[^"]+\.csv"$/);
  const [head, ...rows] = linesOf(csv.body);
  expect(head).toBe('Batch,Surname,Date of birth,Gender');
  expect(rows.map((row) => row.split(',').slice(0, 2).join(' '))).toEqual([
    'JSS 1 A Bakare',
    'JSS 1 A Eze',
    'JSS 1 A Obi',
    'JSS 1 B Garba',
    'JSS 1 B Okafor',
    'JSS 2 A Adébáyọ̀',
    'JSS 2 A Danjuma',
  ]);
  const { sheets } = await readXlsx((await file(registrar, address, 'xlsx')).rawPayload);
  expect(sheets[0]!.name).toBe('Phone list  JSS 1');
  expect(sheets[0]!.rows.map((row) => row[1])).toEqual(['Surname', ...rows.map((row) => row.split(',')[1])]);
  const [page] = pdfText((await file(registrar, address, 'pdf')).rawPayload);
  for (const words of [
    'Phone list: JSS/1',
    'Batch is filled in',
    'JSS 1 A · 3 students',
    'Total · 7 students',
    'Page 1 of \n1',
  ])
    expect(page).toContain(words);
  expect(page!.indexOf('Garba')).toBeGreaterThan(page!.indexOf('JSS 1 B'));
  const { rows: entries } = await world.database.asSystem([ilorin], (tx) =>
    tx.execute(sql`select summary from audit_entries where action = 'reports.export' order by id`),
  );
  expect(entries.map(({ summary }) => summary)).toEqual(
    ['CSV', 'XLSX', 'PDF'].map((format) => `exported 7 students of the report “Phone list: JSS/1” to ${format}`),
  );
});

test('sums of groups and of all are rows of a spreadsheet, where something is summed', async () => {
  const body = form('Seats', [], { subject: 'batch', group_by: 'class', totals: 'true', filters: '' });
  const address = await save({ ...body, selected_fields: 'remove_batch_batch remove_batch_capacity' });
  const [head, ...rows] = linesOf((await file(registrar, address, 'csv')).body).map((line) => line.split(','));
  expect([head!.length, rows.at(-1)![0]]).toEqual([3, 'Total']);
  const isSum = ([label]: string[]) => label!.toLowerCase().endsWith('total');
  const seats = (all: string[][]) => all.reduce((sum, row) => sum + Number(row[2]), 0);
  const groups = Object.entries(
    Object.groupBy(
      rows.filter((row) => !isSum(row)),
      ([name]) => name!,
    ),
  );
  expect(groups.length).toBeGreaterThan(1);
  for (const [name, own] of groups)
    expect(rows.filter(([label]) => label === `${name} total`)).toEqual([[`${name} total`, '', String(seats(own!))]]);
  expect(rows.at(-1)).toEqual(['Total', '', String(seats(rows.filter((row) => !isSum(row))))]);
  expect(rows.filter(isSum)).toHaveLength(groups.length + 1);
});

test('a page on paper is as wide as the columns need', async () => {
  const fields = [
    'surname',
    'first_name',
    'middle_name',
    'gender',
    'birth_date',
    'batch',
    'admission_number',
    'phone',
    'state',
    'lga',
    'city',
    'religion',
  ];
  const pages: Record<number, string> = {};
  for (const columns of [2, 8, 12]) {
    const address = await save(form(`${columns} columns`, fields.slice(0, columns)));
    const pdf = (await file(registrar, address, 'pdf')).rawPayload.toString('latin1');
    pages[columns] = /MediaBox \[([^\]]+)\]/.exec(pdf)![1]!;
  }
  expect(pages).toEqual({ 2: '0 0 595.28 841.89', 8: '0 0 841.89 595.28', 12: '0 0 1190.55 841.89' });
});

test('cells that a spreadsheet would compute are text in every file', async () => {
  await world.database.asSystem([ilorin], (tx) =>
    tx.execute(sql`update students set first_name = '=1+1' where id = ${world.school.ilorin.studentIds['Ada Obi']}`),
  );
  const address = await save(form('Names', ['surname', 'first_name']));
  const csv = await file(registrar, address, 'csv');
  expect(linesOf(csv.body)).toContain("Obi,'=1+1");
  const { sheets } = await readXlsx((await file(registrar, address, 'xlsx')).rawPayload);
  expect([...(sheets[0]!.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([]);
});

test('photos are in a file where someone asks for them, as thumbnails', async () => {
  const { 'Ada Obi': ada } = world.school.ilorin.studentIds;
  const jpeg = await Transformer.fromRgbaPixels(Buffer.alloc(160 * 200 * 4, 99), 160, 200).jpeg(80);
  const stored = await world.services.files.store(Readable.from([jpeg]), { bytes: jpeg.length, field: 'photo' });
  await world.database.asSystem([ilorin], async (tx) => {
    const kept = { ...stored, purpose: 'photo', name: 'photo.jpg', mediaType: 'image/jpeg' };
    const photoId = await keepFile(tx, systemActor(ilorin, 'The world'), ilorin, kept);
    await tx.execute(sql`update students set photo_id = ${photoId}, photo_small_id = ${photoId} where id = ${ada}`);
  });
  const address = await save(form('Faces', ['surname', 'admission_number']));
  expect((await registrar.page(address)).props).toMatchObject({ hasPhotos: true });
  const picturesIn = ({ rawPayload }: { rawPayload: Buffer }) =>
    rawPayload.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0;
  const [plain, drawn] = [await file(registrar, address, 'pdf'), await file(registrar, address, 'pdf', '?photos=1')];
  expect([picturesIn(plain), picturesIn(drawn)]).toEqual([0, 1]);
  expect(pdfText(drawn.rawPayload)[0]).toContain('Adébáyọ̀');

  const { sheets } = await readXlsx((await file(registrar, address, 'xlsx', '?photos=1')).rawPayload);
  const { rows, images } = sheets[0]!;
  expect(rows[0]).toEqual(['Photo', 'Surname', 'Admission number']);
  expect(rows.flat()).not.toContain(stored.storedAs);
  const [image] = images!;
  expect([images!.length, rows[image!.anchor.from.row]![1], Buffer.from(image!.data).equals(jpeg)]).toEqual([
    1,
    'Obi',
    true,
  ]);
  expect(linesOf((await file(registrar, address, 'csv', '?photos=1')).body)[0]).toBe('Surname,Admission number');

  const batches = await save({
    ...form('Arms', [], { subject: 'batch', filters: '' }),
    selected_fields: 'remove_batch_batch',
  });
  expect((await registrar.page(batches)).props).toMatchObject({ hasPhotos: false });
  expect((await file(registrar, batches, 'pdf', '?photos=1')).statusCode).toBe(422);
});

test('a report that asks is a file only with its answers', async () => {
  const address = await save(form('One batch', ['surname'], { filters: asking }));
  const refused = await file(registrar, address, 'csv');
  expect([refused.statusCode, refused.body]).toEqual([
    422,
    expect.stringContaining('Answer the report’s questions first.'),
  ]);
  const answers = JSON.stringify({ '0.0': [String(world.school.ilorin.batchIds['JSS 1 B'])] });
  const answered = await file(registrar, address, 'csv', `?${new URLSearchParams({ answers })}`);
  expect(linesOf(answered.body)).toEqual(['Surname', 'Garba', 'Okafor']);
});

test('a file has the rows and columns of its reader, and is made only for those who export such records', async () => {
  const address = await save(form('Beliefs', ['surname', 'religion']));
  const principal = await world.as('principal');
  const teacher = await world.as('teacher');
  const { roleIds } = world.school.ilorin;
  expect((await file(principal, address, 'csv')).statusCode).toBe(404);
  await registrar.post(`${address}/sharing`, { roles: [roleIds.teacher, roleIds.principal] });
  expect((await teacher.page(address)).props).toMatchObject({ canExport: false });
  for (const format of ['csv', 'xlsx', 'pdf']) expect((await file(teacher, address, format)).statusCode).toBe(403);
  await world.database.asSystem([ilorin], (tx) =>
    tx.execute(sql`update roles set permissions = permissions || '{students.export}' where id = ${roleIds.teacher}`),
  );
  expect(linesOf((await file(teacher, address, 'csv')).body)).toEqual([
    'Surname',
    'Adébáyọ̀',
    'Danjuma',
    'Garba',
    'Okafor',
  ]);
  expect((await file(await world.as('registrar.offa'), address, 'csv')).statusCode).toBe(404);
});

test('an unsaved report is a file as well, and an address without a report is refused in words', async () => {
  const at = (design: unknown) =>
    `/reports/run.csv?${new URLSearchParams({ institution_id: String(ilorin), design: JSON.stringify(design) })}`;
  const made = await registrar.send({ method: 'GET', url: at(form('', ['surname'])) });
  expect(linesOf(made.body)[0]).toBe('Surname');
  const broken = await registrar.send({ method: 'GET', url: at({ subject: 'students; drop' }) });
  expect(broken.statusCode).toBe(422);
});
