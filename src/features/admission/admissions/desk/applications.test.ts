import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { addApplication, addIntake } from '#test/harness/sample-admissions.ts';

let world: Awaited<ReturnType<typeof startSchool>>;

beforeAll(async () => {
  world = await startSchool();
  const { ilorin, offa } = world.school;
  await world.database.asSystem([ilorin.id, offa.id], async (tx) => {
    const intake = await addIntake(tx, ilorin, { requiresPin: true, applicationFee: 500_000 });
    const add = (name: string, more: object = {}) => addApplication(tx, intake, name, more);
    await add('Bisi Alade', { score: 140, phone: '+2348035551234', feePaidAt: new Date() });
    await add('Chike Obi', { score: 91.5, status: 'under_review', birthDate: '2011-01-01', gender: 'male' });
    await add('Dayo Ṣówándé', { status: 'offered', email: 'sowande@example.com' });
    await add('Emeka Nwosu', { status: 'draft' });
    await tx.execute(sql`insert into application_tasks (institution_id, application_id, part, message)
      select institution_id, id, 'photo', 'Send a clearer photo.' from applications where first_name = 'Chike'`);
    await addApplication(tx, await addIntake(tx, offa), 'Peace Ndako');
  });
});
afterAll(() => world.close());

const namesAt = async (address: string) => {
  const officer = await world.as('admission_officer');
  const { props } = await officer.page(address);
  return props.rows.map(({ firstName }: { firstName: string }) => firstName);
};

test('applications are listed without drafts, latest first, by name or by score', async () => {
  expect(await namesAt('/applications')).toEqual(['Dayo', 'Chike', 'Bisi']);
  expect(await namesAt('/applications?sort=name')).toEqual(['Bisi', 'Chike', 'Dayo']);
  const { props } = await (await world.as('admission_officer')).page('/applications?sort=-score');
  expect(props.rows.map(({ score }: { score: string }) => score)).toEqual(['140', '91.5', null]);
  expect(await namesAt('/applications?sort=-score')).toEqual(['Bisi', 'Chike', 'Dayo']);
  const officer = await world.as('admission_officer');
  expect((await officer.get('/applications?after=x')).statusCode).toBeGreaterThanOrEqual(400);
  expect((await officer.get('/applications?sort=score&after=WyJ4IiwxXQ')).statusCode).toBe(422);
});

test('all that a filter finds can be selected to be decided on, with the status that each has', async () => {
  const officer = await world.as('admission_officer');
  const { rows } = (await officer.get('/applications/ids?status=submitted&status=offered')).json();
  expect(rows.map(({ status }: { status: string }) => status)).toEqual(['offered', 'submitted']);
  expect((await officer.get('/applications/ids')).json().rows).toHaveLength(3);
  expect((await (await world.as('teacher')).get('/applications/ids')).statusCode).toBe(403);
});

test('they are found by name without its accents, number, phone and e-mail', async () => {
  expect(await namesAt('/applications?q=sowande')).toEqual(['Dayo']);
  expect(await namesAt('/applications?q=0803+555+1234')).toEqual(['Bisi']);
  expect(await namesAt('/applications?q=sowande@example.com')).toEqual(['Dayo']);
  expect(await namesAt('/applications?q=ndako')).toEqual([]);
});

test('filters narrow by state, score, age, papers, tasks, pin and fee', async () => {
  expect(await namesAt('/applications?status=submitted&status=offered')).toEqual(['Dayo', 'Bisi']);
  expect(await namesAt('/applications?score_from=91.5&score_to=100')).toEqual(['Chike']);
  expect(await namesAt('/applications?age_from=12')).toEqual(['Chike']);
  expect(await namesAt('/applications?task=open')).toEqual(['Chike']);
  expect(await namesAt('/applications?fee=unpaid')).toEqual(['Dayo', 'Chike']);
  expect(await namesAt('/applications?pin=used')).toEqual([]);
  expect(await namesAt('/applications?paper=complete')).toEqual([]);
  expect(await namesAt('/applications?gender=male&seat=none&returning=no')).toEqual(['Chike']);
  const officer = await world.as('admission_officer');
  const { props } = await officer.page('/applications?status=offered', {
    component: 'admissions/application-list',
    props: ['counts'],
  });
  expect(props.counts).toEqual({ submitted: 1, under_review: 1, offered: 1 });
});

test('the file has the rows of the list, and its making is in the log', async () => {
  const officer = await world.as('admission_officer');
  const { body } = await officer.get('/applications.csv?sort=name&status=under_review');
  const [head, row, ...more] = body.trim().split('\r\n');
  expect(head).toContain('Number,Institution,Surname');
  expect(row).toContain('Obi,Chike');
  expect(row).toContain('91.5');
  expect(more).toEqual([]);
  expect((await (await world.as('principal')).get('/applications.csv')).statusCode).toBe(403);
});
