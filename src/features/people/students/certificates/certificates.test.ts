import { afterEach, beforeEach, expect, test } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import { auditEntries } from '#kernel/tables.ts';
import { startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { certificates, students } from '../students.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeEach(async () => void (world = await startSchool()));
afterEach(() => world.close());

const ilorin = () => world.school.ilorin;
const look = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(new Date());
const year = today.slice(0, 4);
const leaving = { onDate: today, reason: 'The family moves', destination: 'Jos High School', keepsSignIn: 'true' };
const issued = () => look((tx) => tx.select().from(certificates).orderBy(certificates.id));

test('a transfer issues a certificate with what was true on the day; it is printed, and printed again as a duplicate', async () => {
  const registrar = await world.as('registrar');
  const id = ilorin().studentIds['Kemi Adébáyọ̀'];
  const answer = await registrar.post(`/students/${id}/transfer-out`, leaving);
  expect(answer.headers.location).toBe(`/students/${id}/enrolments`);
  const page = await registrar.page(answer.headers.location!);
  expect(page.flash).toMatchObject({
    message: `Kemi Adébáyọ̀ was transferred. Certificate TC/${year}/0001 was issued. Print it under Enrolments.`,
  });
  expect(page.flash).not.toHaveProperty('undo');
  expect(page.props.certificates).toMatchObject([{ number: `TC/${year}/0001`, isVoid: false }]);
  const [certificate] = await issued();
  expect(certificate!.content).toMatchObject({
    surname: 'Adébáyọ̀',
    attendedFrom: '2025-09-07',
    attendedUntil: today,
    lastClass: 'JSS 2',
    lastBatch: 'JSS 2 A',
    destination: 'Jos High School',
    session: '2026/2027',
  });
  const move = (await look((tx) => tx.execute(sql`select id from student_moves`))).rows[0]!.id;
  expect((await registrar.post(`/student-moves/${String(move)}/undo`)).json().message).toContain(
    'A transfer certificate was issued.',
  );

  // The record may change; the paper does not.
  await look((tx) => tx.update(students).set({ surname: 'Bello' }).where(eq(students.id, id)));
  const print = async () => {
    const { statusCode, headers, rawPayload } = await registrar.post(`/certificates/${certificate!.id}/print`);
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
    return pdfText(rawPayload);
  };
  const [first, ...more] = await print();
  expect(more).toEqual([]);
  for (const words of [
    'Ilorin Grammar School',
    `TC/${year}/0001`,
    'Adébáyọ̀'.normalize('NFC'),
    'Jos High School',
    'Conduct',
  ])
    expect(first).toContain(words);
  expect(first).not.toContain('Duplicate');
  const [again] = await print();
  expect(again).toContain('Duplicate, printed on');
  expect(again).toContain('Adébáyọ̀'.normalize('NFC'));
  const prints = await look((tx) =>
    tx.select().from(auditEntries).where(eq(auditEntries.action, 'certificates.print')),
  );
  expect(prints.map(({ summary }) => summary)).toEqual([
    `printed the transfer certificate TC/${year}/0001`,
    `printed the transfer certificate TC/${year}/0001 again`,
  ]);
});

test('a print burns the original only once it is drawn, never by a link, and two at once are one original and one copy', async () => {
  const registrar = await world.as('registrar');
  await registrar.post(`/students/${ilorin().studentIds['Ada Obi']}/transfer-out`, leaving);
  const [certificate] = await issued();
  const address = `/certificates/${certificate!.id}/print`;
  const isPrinted = async () => (await issued())[0]!.printedAt !== null;
  expect((await registrar.get(address)).statusCode).toBe(404);
  // As a foreign page would send it: the cookie comes along, the token does not.
  const form = (body: string) =>
    world.app.inject({
      method: 'POST',
      url: address,
      payload: body,
      cookies: registrar.cookies,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  for (const body of ['', '_csrf=', '_csrf=AAAA', '_csrf=a&_csrf=b']) expect((await form(body)).statusCode).toBe(403);
  expect(await isPrinted()).toBe(false);

  // A drawing that fails: the name in the content is no text.
  const { content } = certificate!;
  const setContent = (value: object) => look((tx) => tx.update(certificates).set({ content: value as never }));
  await setContent({ ...content, lastBatch: 7 });
  expect((await registrar.post(address)).statusCode).toBe(500);
  expect(await isPrinted()).toBe(false);
  expect(await look((tx) => tx.$count(auditEntries, eq(auditEntries.action, 'certificates.print')))).toBe(0);
  await setContent(content);

  const page = await registrar.get('/students/certificates');
  const [, token = ''] = /<meta name="csrf-token" content="([^"]+)"/.exec(page.body) ?? [];
  const answers = await Promise.all([form(`_csrf=${token}`), registrar.post(address)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const copies = answers.map(({ rawPayload }) => pdfText(rawPayload)[0]!.includes('Duplicate'));
  expect(copies.toSorted()).toEqual([false, true]);
});

test('a void certificate keeps its number and reason, and is marked void when printed', async () => {
  const registrar = await world.as('registrar');
  await registrar.post(`/students/${ilorin().studentIds['Ada Obi']}/transfer-out`, leaving);
  const [{ id } = { id: 0 }] = await issued();
  expect((await registrar.post(`/certificates/${id}/void`, {})).json().errors.reason).toBe('The reason is required.');
  expect((await registrar.post(`/certificates/${id}/void`, { reason: 'Wrong school' })).statusCode).toBe(303);
  expect((await registrar.post(`/certificates/${id}/void`, { reason: 'Again' })).statusCode).toBe(409);
  const { rawPayload } = await registrar.post(`/certificates/${id}/print`);
  expect(pdfText(rawPayload)[0]).toContain('Void: Wrong school');
  await registrar.post(`/students/${ilorin().studentIds['Tunde Bakare']}/transfer-out`, leaving);
  const list = async (query: string) =>
    (await registrar.page(`/students/certificates${query}`)).props.rows.map((row: { number: string }) => row.number);
  expect(await list('')).toEqual([`TC/${year}/0002`, `TC/${year}/0001`]);
  expect(await list('?state=void')).toEqual([`TC/${year}/0001`]);
  expect(await list('?state=valid')).toEqual([`TC/${year}/0002`]);
  expect(await list('?q=bakare')).toEqual([`TC/${year}/0002`]);
  expect(await list(`?year=${Number(year) - 1}`)).toEqual([]);
  expect(await list('?q=%25')).toEqual([]);
  await expect(look((tx) => tx.delete(certificates))).rejects.toMatchObject({
    cause: { message: expect.stringContaining('permission denied') },
  });
});

test('20 transfers at once give 20 numbers without a gap or a duplicate, and a failed one returns its number', async () => {
  const registrar = await world.as('registrar');
  const ids = await look(async (tx) => {
    const rows = await tx
      .insert(students)
      .values(
        Array.from({ length: 20 }, (_, at) => ({
          institutionId: ilorin().id,
          surname: `Mover${at}`,
          firstName: 'A',
          admissionNumber: `M/${at}`,
          admissionDate: '2026-09-07',
        })),
      )
      .returning({ id: students.id });
    return rows.map(({ id }) => id);
  });
  // The audit log refuses one of them after its number was taken.
  const failing = ids[7]!;
  await withOwner(`create function refuse_one() returns trigger language plpgsql as $$ begin
      if new.subject_id = ${failing} and new.action = 'certificates.issue' then raise exception 'no'; end if; return new; end $$;
    create trigger refuse_one before insert on audit_entries for each row execute function refuse_one()`);
  const answers = await Promise.all(ids.map((id) => registrar.post(`/students/${id}/transfer-out`, leaving)));
  expect(answers.filter(({ statusCode }) => statusCode === 303)).toHaveLength(19);
  await withOwner('drop trigger refuse_one on audit_entries');
  expect((await registrar.post(`/students/${failing}/transfer-out`, leaving)).statusCode).toBe(303);
  const numbers = (await issued()).map(({ number }) => number).toSorted();
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => `TC/${year}/${String(at + 1).padStart(4, '0')}`));
});

test('certificates are for users who change students’ status, and those of another school are not found', async () => {
  const registrar = await world.as('registrar');
  await registrar.post(`/students/${ilorin().studentIds['Ada Obi']}/transfer-out`, leaving);
  const [{ id } = { id: 0 }] = await issued();
  const stranger = await world.as('registrar.offa');
  expect((await stranger.post(`/certificates/${id}/print`)).statusCode).toBe(404);
  expect((await stranger.post(`/certificates/${id}/void`, { reason: 'x' })).statusCode).toBe(404);
  expect((await stranger.page('/students/certificates')).props.rows).toEqual([]);
  const ada = await world.as('student');
  expect((await ada.post(`/certificates/${id}/print`)).statusCode).toBe(403);
});

const withOwner = (text: string) => withClient(world.ownerUrl, (client) => client.query(text));
