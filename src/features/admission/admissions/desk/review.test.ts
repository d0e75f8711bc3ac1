import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import { keepFile } from '#kernel/files.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { startSchool } from '#test/harness/app.ts';
import { addApplication, addIntake } from '#test/harness/sample-admissions.ts';
import { applicationPapers, applications, applicationTasks } from '../admissions.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let id: number;
let foreign: number;
const pdf = Buffer.from('%PDF-1.4 a birth certificate');

beforeAll(async () => {
  world = await startSchool();
  const { ilorin, offa } = world.school;
  const stored = await world.services.files.store(Readable.from([pdf]), { bytes: 1000, field: 'file' });
  await world.database.asSystem([ilorin.id, offa.id], async (tx) => {
    const intake = await addIntake(tx, ilorin, { minimumAge: 12 });
    const person = {
      religion: 'Islam',
      bloodGroup: 'O+' as const,
      address: '3 Emir’s Road',
      countryId: 'NG',
      stateId: 'NG-KW',
    };
    const guardians = [{ surname: 'Obi', firstName: 'Ngozi', relation: 'Mother', mobile: '+2348031112222' }];
    ({ id } = await addApplication(tx, intake, 'Ada Obi', {
      answers: { person, guardians },
      email: 'obi@example.com',
    }));
    await addApplication(tx, intake, 'Ada Obi');
    const fileId = await keepFile(tx, systemActor(ilorin.id, 'The applicant'), ilorin.id, {
      ...stored,
      purpose: 'application',
      name: 'scan.pdf',
      mediaType: 'application/pdf',
    });
    await tx.insert(applicationPapers).values({
      institutionId: ilorin.id,
      applicationId: id,
      kind: 'birth-certificate',
      fileId,
      name: 'scan.pdf',
    });
    foreign = (await addApplication(tx, await addIntake(tx, offa), 'Peace Ndako')).id;
  });
});
afterAll(() => world.close());

const review = async (role = 'admission_officer') => (await (await world.as(role)).page(`/applications/${id}`)).props;

test('form, papers and what to look at are on one screen', async () => {
  const props = await review();
  expect(props.application).toMatchObject({ firstName: 'Ada', age: 11, hasPhoto: false, status: 'submitted' });
  const person = props.sections.find(({ part }: { part: string }) => part === 'person').rows;
  expect(person).toContainEqual({ label: 'Origin', value: 'Kwara, Nigeria', group: 'general' });
  expect(person).toContainEqual({ label: 'Religion', value: '', group: 'religion' });
  expect(JSON.stringify(props)).not.toMatch(/Islam|O\+/);
  expect(props.papers).toMatchObject([{ kind: 'birth-certificate', mediaType: 'application/pdf' }]);
  // The student of this name, and the other application.
  expect(props.twins.students).toMatchObject([{ name: 'Ada Obi' }]);
  expect(props.twins.applications).toHaveLength(1);
});

test('a paper opens in the page that shows it, for colleagues of the school alone', async () => {
  const officer = await world.as('admission_officer');
  const paper = await officer.get(`/applications/${id}/paper?kind=birth-certificate`);
  expect(createHash('sha256').update(paper.rawPayload).digest('hex')).toBe(
    createHash('sha256').update(pdf).digest('hex'),
  );
  expect(paper.headers['content-security-policy']).toContain(`frame-ancestors 'self'`);
  expect((await officer.get(`/applications/${id}/paper?kind=photo`)).statusCode).toBe(404);
  expect(
    (await (await world.as('registrar.offa')).get(`/applications/${id}/paper?kind=birth-certificate`)).statusCode,
  ).toBe(404);
  expect((await officer.get(`/applications/${foreign}`)).statusCode).toBe(404);
});

test('health and religion are shown on request to people with the permission, and that is in the history', async () => {
  const shown = await (await world.as('admission_officer')).post(`/applications/${id}/restricted`);
  expect(shown.body).toMatch(/Islam/);
  const { history } = await review();
  expect(history.rows[0].summary).toBe('viewed the health and religion answers of Ada Obi');
});

test('a review starts once; notes are for colleagues and only their authors delete them', async () => {
  const [officer, registrar] = [await world.as('admission_officer'), await world.as('registrar')];
  for (const one of [officer, registrar]) expect((await one.post(`/applications/${id}/start`)).statusCode).toBe(303);
  expect((await review()).application.status).toBe('under_review');
  await officer.post(`/applications/${id}/notes`, { note: 'Spoke with the mother.' });
  const [note] = (await review('registrar')).notes;
  expect(note).toMatchObject({ note: 'Spoke with the mother.', isOwn: false });
  expect((await registrar.post(`/applications/${id}/notes/${note.id}/delete`)).statusCode).toBe(422);
  expect((await officer.post(`/applications/${id}/notes/${note.id}/delete`)).statusCode).toBe(303);
  expect((await officer.post(`/applications/${id}/notes`, { note: ' ' })).json().errors).toEqual({
    note: 'Enter the note.',
  });
  const started = (await review()).history.rows.filter(({ summary }: { summary: string }) =>
    summary.includes('started'),
  );
  expect(started).toHaveLength(1);
});

test('a task names one part, is sent to the applicant, and is open once', async () => {
  const officer = await world.as('admission_officer');
  const ask = (part: string) =>
    officer.post(`/applications/${id}/tasks`, { part, message: 'Send a clearer birth certificate.' });
  expect((await ask('paper:birth-certificate')).statusCode).toBe(303);
  expect((await ask('paper:birth-certificate')).json().errors).toEqual({
    part: 'Birth certificate has already been requested. Close that task first.',
  });
  expect((await ask('paper:passport')).json().errors).toHaveProperty('part');
  const sent = await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.select().from(outbox).where(eq(outbox.recipient, 'obi@example.com')),
  );
  expect(sent.map(({ body }) => body)).toEqual([expect.stringContaining('Send a clearer birth certificate.')]);
  const [task] = (await review()).tasks;
  expect((await officer.post(`/applications/${id}/tasks/${task.id}/close`)).statusCode).toBe(303);
  expect((await officer.post(`/applications/${id}/tasks/${task.id}/close`)).statusCode).toBe(404);
  const rows = await world.database.asSystem([world.school.ilorin.id], (tx) => tx.select().from(applicationTasks));
  expect(rows).toMatchObject([{ doneAt: null }]);
  await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.update(applications).set({ status: 'rejected', closedAt: new Date() }).where(eq(applications.id, id)),
  );
  expect((await ask('person')).json().errors).toHaveProperty('part');
  expect((await (await world.as('principal')).post(`/applications/${id}/notes`, { note: 'x' })).statusCode).toBe(403);
});
