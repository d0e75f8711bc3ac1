import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Transformer } from '@napi-rs/image';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '#kernel/tables.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { upload } from '#test/harness/uploads.ts';
import { documents, readLog } from '../people.schema.ts';
import { notifyExpiring } from './notify-expiring.job.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeEach(async () => {
  await world?.close();
  world = await startSchool();
  registrar = await world.as('registrar');
});
afterAll(() => world.close());

const ilorin = () => world.school.ilorin.id;
const ada = () => world.school.ilorin.studentIds['Ada Obi'];
const tunde = () => world.school.ilorin.studentIds['Tunde Bakare'];
const papers = (studentId = ada()) => `/students/${studentId}/documents`;
const pdf = Buffer.from(`%PDF-1.7\n${'1 0 obj <<>> endobj\n'.repeat(20)}trailer <<>>\n%%EOF\n`);
const picture = (width = 400, height = 300) =>
  Transformer.fromRgbaPixels(Buffer.alloc(width * height * 4, 120), width, height).png();
const onDisk = () => {
  const folder = join(world.services.environment.dataFolder, 'files');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
};
const add = (content: Buffer, fields: Record<string, string> = {}, browser = registrar, url = papers()) =>
  upload(browser, url, {
    field: 'file',
    content,
    fileName: 'scan.pdf',
    fields: { title: 'Birth certificate', type: 'Birth certificate', ...fields },
  });
const rows = (studentId = ada()) =>
  world.database.asSystem([ilorin()], (tx) =>
    tx.select().from(documents).where(eq(documents.studentId, studentId)).orderBy(documents.id),
  );

test('3.15 a document is added to the record with its type and dates, and opened again; both are logged', async () => {
  const answer = await add(pdf, { issuedOn: '2026-01-05', expiresOn: '2027-01-05' });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, papers()]);
  const [row] = await rows();
  expect(row).toMatchObject({
    type: 'Birth certificate',
    title: 'Birth certificate',
    issuedOn: '2026-01-05',
    expiresOn: '2027-01-05',
  });
  const opened = await registrar.get(`${papers()}/${row!.id}`);
  expect(opened.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="Birth-certificate.pdf"; filename*=UTF-8''Birth%20certificate.pdf`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  expect(opened.rawPayload.equals(pdf)).toBe(true);
  const [log] = await world.database.asSystem([ilorin()], (tx) => tx.select().from(readLog));
  expect(log).toMatchObject({ entity: 'student', subjectId: ada(), fieldGroup: 'private', place: 'file' });
  const [entry] = await world.database.asSystem([ilorin()], (tx) =>
    tx.select().from(auditEntries).where(eq(auditEntries.action, 'students.addDocument')),
  );
  expect(entry).toMatchObject({
    // What a paper is called is private: whoever sees the record reads this.
    summary: 'added a document to the record of Ada Obi',
    details: { changes: {}, restricted: { private: { document: { from: null, to: 'Birth certificate' } } } },
    subjectId: ada(),
  });
});

test('a picture of a document is re-encoded as JPEG and opens in the browser', async () => {
  await add(Buffer.concat([await picture(3000, 1500), Buffer.from('<script>zq()</script>')]), { title: 'Ìwé ẹ̀rí' });
  const [row] = await rows();
  const { headers, rawPayload } = await registrar.get(`${papers()}/${row!.id}`);
  expect(headers['content-type']).toBe('image/jpeg');
  expect(headers['content-disposition']).toMatch(/^inline; filename="Iwe-eri\.jpg"/);
  expect(await new Transformer(rawPayload).metadata()).toMatchObject({ width: 2400, height: 1200, format: 'jpeg' });
  expect(rawPayload.includes('script')).toBe(false);
});

test('other files are refused with a message, with every invalid field, and leave no file behind', async () => {
  const tries: [Buffer, RegExp][] = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="zq()"/>'), /not a PDF/],
    [Buffer.from('PK\x03\x04 word/document.xml'), /not a PDF/],
    [Buffer.from('MZ\x90\0'.padEnd(300, '\0')), /not a PDF/],
    [pdf.subarray(0, 100), /incomplete/],
    [(await picture()).subarray(0, 400), /damaged/],
    [Buffer.alloc(0), /empty/],
    [Buffer.concat([pdf, Buffer.alloc(10 * 1_048_576)]), /larger than 10 MB/],
  ];
  for (const [content, words] of tries) {
    const answer = await add(content);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors.file).toMatch(words);
  }
  const wrong = await add(pdf, { title: ' ', issuedOn: '2026-02-30', expiresOn: 'soon' });
  expect(Object.keys(wrong.json().errors).toSorted()).toEqual(['expiresOn', 'issuedOn', 'title']);
  expect((await add(pdf, { issuedOn: '2026-05-01', expiresOn: '2026-04-01' })).json().errors).toHaveProperty(
    'expiresOn',
  );
  expect((await add(pdf, { type: 'Love letter' })).json().errors.type).toContain('isn’t in the school’s list');
  expect([await rows(), onDisk()]).toEqual([[], []]);
});

test('nobody can open a removed document, and undo restores it', async () => {
  await add(pdf);
  const [{ id } = { id: 0 }] = await rows();
  const removed = await registrar.post(`${papers()}/${id}/remove`);
  expect(removed.headers.location).toBe(papers());
  expect((await registrar.get(`${papers()}/${id}`)).statusCode).toBe(404);
  expect((await registrar.post(`${papers()}/${id}`, { title: 'Other' })).statusCode).toBe(404);
  expect((await registrar.post(`${papers()}/${id}/restore`)).json()).toEqual({
    message: 'Birth certificate is restored.',
  });
  expect((await registrar.get(`${papers()}/${id}`)).statusCode).toBe(200);
  const opened = { title: 'Birth certificate', type: 'Birth certificate' };
  const corrected = { title: 'Certificate of birth', expiresOn: '2030-01-01', opened };
  await registrar.post(`${papers()}/${id}`, corrected);
  expect(await rows()).toMatchObject([{ title: 'Certificate of birth', type: null, expiresOn: '2030-01-01' }]);
});

test('documents are for users with access to the private group, the person and the parents; others do not find them', async () => {
  await add(pdf);
  await add(pdf, {}, registrar, papers(tunde()));
  const [{ id } = { id: 0 }] = await rows();
  const [{ id: tundes } = { id: 0 }] = await rows(tunde());
  const status = async (role: string, url: string) => (await (await world.as(role)).get(url)).statusCode;
  expect(await status('student', `${papers()}/${id}`)).toBe(200);
  expect(await status('guardian', `${papers(tunde())}/${tundes}`)).toBe(200);
  expect(await status('principal', `${papers()}/${id}`)).toBe(200);
  for (const role of ['guardian', 'bursar', 'teacher', 'registrar.offa'])
    expect([role, await status(role, `${papers()}/${id}`)]).toEqual([role, 404]);
  // By another student's address it is not found either.
  expect(await status('registrar', `${papers(tunde())}/${id}`)).toBe(404);
  expect((await registrar.post(`${papers(tunde())}/${id}/remove`)).statusCode).toBe(404);
  expect((await add(pdf, {}, await world.as('guardian'), papers(tunde()))).statusCode).toBe(403);
  expect((await add(pdf, {}, await world.as('registrar.offa'))).statusCode).toBe(404);
  expect(onDisk()).toHaveLength(2);
});

test('an editor without access to documents cannot add, change or remove them', async () => {
  await add(pdf);
  const [{ id } = { id: 0 }] = await rows();
  await world.database.asSystem([ilorin()], (tx) =>
    tx.execute(sql`update roles set permissions = array_remove(permissions, 'students.viewPrivate')
      where institution_id = ${ilorin()} and key = 'registrar'`),
  );
  expect((await add(pdf)).statusCode).toBe(403);
  for (const act of ['', '/remove', '/restore'])
    expect((await registrar.post(`${papers()}/${id}${act}`, { title: 'Mine' })).statusCode).toBe(403);
  expect(await rows()).toMatchObject([{ title: 'Birth certificate', removedAt: null }]);
  expect(onDisk()).toHaveLength(1);
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const inbox = async (role: string) => {
  const { rows: told } = (await (await world.as(role)).page('/notifications')).props;
  return (told as { kind: string; title: string; href: string }[]).filter(({ kind }) => kind === 'papers.expiring');
};

test('if two users edit one document the second is asked, and neither overwrites the other', async () => {
  await add(pdf);
  const [{ id } = { id: 0 }] = await rows();
  const opened = { title: 'Birth certificate', type: 'Birth certificate', issuedOn: null, expiresOn: null };
  const owner = await world.as('owner');
  await owner.post(`${papers()}/${id}`, { ...opened, title: 'Certificate of birth', opened });
  const clash = await registrar.post(`${papers()}/${id}`, { ...opened, title: 'Birth paper', opened });
  expect(clash.json().conflicts).toMatchObject([
    { field: 'title', theirs: 'Certificate of birth', by: { person: 'The owner (owner)' } },
  ]);
  expect((await registrar.post(`${papers()}/${id}`, { ...opened, issuedOn: '2020-01-01', opened })).statusCode).toBe(
    303,
  );
  expect(await rows()).toMatchObject([{ title: 'Certificate of birth', issuedOn: '2020-01-01' }]);
});

test('users who can replace documents are notified once, 30 days before one expires, and again when its date changes', async () => {
  await add(pdf, { title: 'Visa', expiresOn: inDays(20) });
  await add(pdf, { title: 'Passport', expiresOn: inDays(200) });
  await add(pdf, { title: 'Old card', expiresOn: inDays(-10) });
  await notifyExpiring(world.database, world.app.product.personalData);
  await notifyExpiring(world.database, world.app.product.personalData);
  const [told, ...more] = await inbox('registrar');
  expect(more).toEqual([]);
  expect(told).toMatchObject({ href: papers() });
  // What a paper is called can say what it is about: it is on the record, for who may see it.
  expect(told!.title).toMatch(/^A document of Ada Obi expires on \d{1,2} [A-Z][a-z]{2} \d{4}$/);
  for (const role of ['principal', 'teacher', 'hr_officer', 'bursar']) expect(await inbox(role)).toEqual([]);
  const visa = (await rows()).find(({ title }) => title === 'Visa')!;
  const { title, type, expiresOn } = visa;
  const opened = { title, type, expiresOn };
  await registrar.post(`${papers()}/${visa.id}`, { title, type: '', expiresOn: inDays(25), opened });
  await add(pdf, { title: 'Permit', expiresOn: inDays(5) }, registrar, papers(tunde()));
  await notifyExpiring(world.database, world.app.product.personalData);
  const [latest] = await inbox('registrar');
  expect(latest).toMatchObject({ title: '2 documents of students expire within 30 days' });
  const list = await registrar.page(latest!.href);
  expect(list.props.rows.map(({ surname }: { surname: string }) => surname)).toEqual(['Bakare', 'Obi']);
  const expired = await registrar.page('/students?papers=expired');
  expect(expired.props.rows.map(({ surname }: { surname: string }) => surname)).toEqual(['Obi']);
});

test('users without access to documents cannot filter by them; no notifications are sent for former people', async () => {
  await add(pdf, { title: 'Visa', expiresOn: inDays(20) });
  await world.database.asSystem([ilorin()], (tx) =>
    tx.execute(sql`update students set status = 'withdrawn', batch_id = null where id = ${ada()}`),
  );
  await notifyExpiring(world.database, world.app.product.personalData);
  expect(await inbox('registrar')).toEqual([]);
  const bursar = await world.as('bursar');
  expect((await bursar.get('/students?papers=expiring')).statusCode).toBe(403);
  const ict = await world.as('ict_administrator');
  for (const path of ['/students', '/employees', '/guardians'])
    for (const file of ['', '/export.csv'])
      expect((await ict.get(`${path}${file}?papers=expired`)).statusCode).toBe(403);
  expect((await ict.get('/employees/cards?papers=expired')).statusCode).toBe(403);
});
