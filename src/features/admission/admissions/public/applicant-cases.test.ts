import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import { keepFile } from '#kernel/files.ts';
import { auditEntries } from '#kernel/tables.ts';
import { sites } from '#features/school/site/site.schema.ts';
import { students } from '#features/people/students/students.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { sendFile, sendForm } from '#test/harness/native-form.ts';
import { openIntake } from '#test/harness/open-intake.ts';
import { soldPins } from '#test/harness/sold-pins.ts';
import { applicationPapers, applications, applicationTasks, intakeClasses, intakes } from '../admissions.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let intake: Awaited<ReturnType<typeof openIntake>>;
let parent: Browser;
beforeAll(async () => {
  world = await startSchool();
  intake = await openIntake(world, { form: { schools: 'hidden' } });
  parent = world.nobody();
  const site = { institutionId: world.school.offa.id, slug: 'offa', isPublished: true };
  await world.database.asSystem([world.school.offa.id], (tx) => tx.insert(sites).values(site));
});
afterAll(() => world.close());

const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([world.school.ilorin.id], work);
const page = '/sites/ilorin/apply';
const start = () => ({
  program_id: String(world.school.ilorin.programId),
  class_id: String(intake.classId),
  surname: 'Adeyemi',
  firstName: 'Zainab',
  birthDate: '2014-05-06',
  phone: '08030000199',
  email: '',
});

/** A new application's address. */
async function open(fields: Record<string, string> = {}): Promise<string> {
  const answer = await sendForm(parent, page, { ...start(), ...fields });
  expect(answer.statusCode).toBe(303);
  return /^(.*)\/person/.exec(String(answer.headers.location))![1]!;
}

/** One that only has to be sent. */
async function openComplete(): Promise<string> {
  const own = await open();
  const { id: institutionId } = world.school.ilorin;
  await within(async (tx) => {
    const [{ id }] = (await tx.select({ id: sql<number>`max(${applications.id})::int` }).from(applications)) as [
      { id: number },
    ];
    const keep = (name: string) =>
      keepFile(tx, systemActor(institutionId, 'The world'), institutionId, {
        storedAs: `00/00${randomBytes(19).toString('hex')}`,
        sha256: '0',
        size: 1,
        purpose: 'photo',
        name,
        mediaType: 'image/jpeg',
      });
    const [photoId, fileId] = [await keep('photo.jpg'), await keep('birth.jpg')];
    const guardians = [{ surname: 'Adeyemi', firstName: 'Bola', relation: 'Mother', mobile: '+2348030000199' }];
    await tx
      .update(applications)
      .set({ gender: 'female', photoId, answers: { guardians } })
      .where(eq(applications.id, id));
    const paper = { institutionId, applicationId: id, kind: 'birth-certificate', fileId, name: 'birth.pdf' };
    await tx.insert(applicationPapers).values(paper);
  });
  return own;
}

const send = (own: string) => sendForm(parent, `${own}/review`, {}, `${own}/send`);
const codeOf = (own: string) => own.slice(-14);
const newest = () =>
  within(
    async (tx) =>
      (
        await tx
          .select()
          .from(applications)
          .orderBy(sql`${applications.id} desc`)
      )[0]!,
  );
const change = (values: Partial<typeof intakes.$inferInsert>) =>
  within((tx) => tx.update(intakes).set(values).where(eq(intakes.id, intake.id)));

test('fifty people with one pin open one application, and a refused pin keeps what was typed', async () => {
  await change({ requiresPin: true });
  const [pin] = await soldPins(world, 1);
  const without = await sendForm(parent, page, start());
  expect(without.body).toContain('Enter the serial number and the pin, or buy a pin below.');
  const before = await within((tx) => tx.$count(applications));
  const people = Array.from({ length: 50 }, () => world.nobody());
  const answers = await Promise.all(people.map((person) => sendForm(person, page, { ...start(), ...pin! })));
  const opened = answers.filter(({ statusCode }) => statusCode === 303);
  expect(opened).toHaveLength(1);
  expect(await within((tx) => tx.$count(applications))).toBe(before + 1);
  expect((await newest()).pinId).toBe(Number(pin!.pin_serial));
  const late = answers.find(({ statusCode }) => statusCode === 422)!;
  expect(late.body).toContain('This pin can’t be used.');
  expect(late.body).toContain('value="Zainab"');
  expect(late.body).not.toContain(pin!.pin_secret);
  await change({ requiresPin: false });
});

test('a program that closes or fills up while the form is open is said, and nothing is lost', async () => {
  const own = await openComplete();
  const _csrf = /name="_csrf"[^>]*value="([^"]*)"/.exec((await parent.get(page)).body)![1]!;
  await change({ closesAt: new Date(Date.now() - 1000) });
  const late = await send(own);
  expect([late.statusCode, late.body.includes('no longer accepts applications')]).toEqual([422, true]);
  // With the token of the form that was open: the page of now may have none.
  expect((await sendForm(parent, page, { ...start(), _csrf })).body).toContain('no longer accepts applications');
  await change({ closesAt: new Date(Date.now() + 86_400_000) });
  const seats = (count: number) =>
    within((tx) => tx.update(intakeClasses).set({ seats: count }).where(eq(intakeClasses.classId, intake.classId)));
  await seats(0);
  expect((await send(own)).body).toContain('have been given');
  await seats(100);
  expect((await send(own)).statusCode).toBe(303);
  // A second tap.
  expect((await parent.post(`${own}/send`)).statusCode).toBe(303);
  expect((await newest()).status).toBe('submitted');
});

test('codes tried by machine are stopped, and the right one still opens its application', async () => {
  const own = await open();
  const machine = world.nobody();
  const wrong = () => machine.get(`/sites/ilorin/application/${'ABCD-EFGH-JKLM'}/person`);
  const answers: number[] = [];
  for (let at = 0; at < 42; at += 1) answers.push((await wrong()).statusCode);
  expect([answers[0], answers.at(-1)]).toEqual([404, 429]);
  expect((await machine.get(`${own}/person`)).statusCode).toBe(200);
  // In another institution the code opens nothing.
  expect((await machine.get(`/sites/offa/application/${codeOf(own)}/person`)).statusCode).toBe(429);
  await world.database.anonymous((tx) => tx.execute(sql`delete from throttles`));
  expect((await machine.get(`/sites/offa/application/${codeOf(own)}/person`)).statusCode).toBe(404);
});

test('a number and a code are only right together', async () => {
  const own = await openComplete();
  await send(own);
  const { number } = await newest();
  const find = (fields: Record<string, string>) => sendForm(world.nobody(), '/sites/ilorin/application', fields);
  expect((await find({ number: number!, code: codeOf(own) })).headers.location).toBe(own);
  const refusals = await Promise.all(
    [
      { number: number!, code: 'ABCD-EFGH-JKLM' },
      { number: 'APP/2026/9999', code: codeOf(own) },
      { number: '', code: codeOf(own) },
    ].map(find),
  );
  for (const { body, statusCode } of refusals) {
    expect(statusCode).toBe(422);
    expect(body).toContain('No application has this number and code.');
  }
});

test('3.6 a returning student is found by number and date of birth alone, and not by guessing', async () => {
  const simi = await within(async (tx) => {
    const [row] = await tx
      .update(students)
      .set({ birthDate: '2010-04-03' })
      .where(eq(students.firstName, 'Simi'))
      .returning();
    return row!;
  });
  const batch = { batch_id: String(Object.values(world.school.ilorin.batchIds)[0]) };
  const claim = (birthDate: string, admission_number = simi.admissionNumber) =>
    sendForm(parent, page, { ...start(), ...batch, returning_student: '1', admission_number, birthDate });
  const words = 'No former student has this admission number and date of birth.';
  expect((await claim('2010-04-04')).body).toContain(words);
  expect((await claim('2010-04-03', '1999/0001')).body).toContain(words);
  expect((await claim('2010-04-03')).statusCode).toBe(303);
  expect((await newest()).returningStudentId).toBe(simi.id);
  const tried = [];
  for (let at = 0; at < 8; at += 1) tried.push((await claim('2010-05-05')).statusCode);
  expect(tried.at(-1)).toBe(429);
  await world.database.anonymous((tx) => tx.execute(sql`delete from throttles`));
});

test('a paper of 20 MB or of another kind is refused; a picture loses what hides behind it', async () => {
  const own = await open();
  const put = (content: Buffer) =>
    sendFile(parent, `${own}/papers`, { content, fileName: 'birth.pdf', fields: { kind: 'birth-certificate' } });
  const large = await put(Buffer.concat([Buffer.from('%PDF-1.4'), Buffer.alloc(15 * 1_048_576)]));
  expect([large.statusCode, large.body.includes('larger than 10 MB')]).toEqual([422, true]);
  const foreign = await put(Buffer.from('<svg onload="zq()"/>'));
  expect(foreign.body).toContain('This is not a PDF, PNG, JPEG or WebP file.');
  expect((await put(Buffer.from('%PDF-1.4 x'))).statusCode).toBe(303);
  const shown = await parent.get(`${own}/papers/birth-certificate`);
  expect(shown.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const unknown = await sendFile(parent, `${own}/papers`, {
    content: Buffer.from('%PDF-1.4'),
    fields: { kind: 'other' },
  });
  expect(unknown.statusCode).toBe(422);
});

test('what the school asks for opens that part again, and its answer closes it', async () => {
  const own = await openComplete();
  await send(own);
  const { id: applicationId, institutionId } = await newest();
  const put = () =>
    sendFile(parent, `${own}/papers`, { content: Buffer.from('%PDF-1.4 y'), fields: { kind: 'birth-certificate' } });
  expect((await put()).statusCode).toBe(403);
  await within((tx) =>
    tx.insert(applicationTasks).values([
      { institutionId, applicationId, part: 'paper:birth-certificate', message: 'Send a clearer birth certificate.' },
      { institutionId, applicationId, part: 'person', message: 'Check the date of birth.' },
    ]),
  );
  const status = await parent.get(own);
  expect(status.body).toContain('Send a clearer birth certificate.');
  expect((await put()).statusCode).toBe(303);
  const saved = await sendForm(parent, `${own}/person`, { ...start(), gender: 'female', birthDate: '2014-06-05' });
  expect([saved.statusCode, saved.headers.location]).toEqual([303, own]);
  expect((await parent.get(own)).body).not.toContain('The school asks');
  const actions = await within((tx) =>
    tx.select({ action: auditEntries.action }).from(auditEntries).where(eq(auditEntries.subjectId, applicationId)),
  );
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['admissions.start', 'admissions.submit', 'admissions.sendPaper', 'admissions.answerTask']),
  );
});

test('an offer is accepted or declined on the status page, and its letter downloaded', async () => {
  const offered = async () => {
    const own = await openComplete();
    await send(own);
    const { id } = await newest();
    await within((tx) =>
      tx
        .update(applications)
        .set({ status: 'offered', offeredAt: new Date(), offerUntil: '2030-01-01' })
        .where(eq(applications.id, id)),
    );
    return own;
  };
  const first = await offered();
  expect((await parent.get(first)).body).toContain('Accept the offer');
  expect((await parent.get(`${first}/letter.pdf`)).headers['content-type']).toBe('application/pdf');
  expect((await sendForm(parent, first, {}, `${first}/accept`)).statusCode).toBe(303);
  expect((await newest()).status).toBe('accepted');
  const second = await offered();
  await sendForm(parent, second, {}, `${second}/decline`);
  expect((await newest()).status).toBe('withdrawn');
  const late = await sendForm(parent, second, {}, `${second}/accept`);
  expect(late.statusCode).toBe(403);
});

test('a form whose token has expired comes back with what was typed', async () => {
  const stranger = world.nobody();
  const answer = await sendForm(stranger, page, { ...start(), _csrf: 'old' });
  expect(answer.statusCode).toBe(403);
  expect(answer.body).toContain('value="Zainab"');
  const { _csrf } = { _csrf: /name="_csrf" value="([^"]*)"/.exec(answer.body)![1]! };
  expect((await sendForm(stranger, page, { ...start(), _csrf })).statusCode).toBe(303);
});
