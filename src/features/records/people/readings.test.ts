import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { eq } from 'drizzle-orm';
import { readLog } from './people.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let owner: Browser;
let people: string[];
beforeAll(async () => {
  world = await startSchool();
  owner = await world.as('owner');
  const { ilorin } = world.school;
  const made = async (path: string, more: object) => {
    const answer = await owner.post(path, { institutionId: ilorin.id, surname: 'Alabi', firstName: 'Bisi', ...more });
    return String(answer.headers.location);
  };
  people = [
    `/students/${ilorin.studentIds['Ada Obi']}`,
    await made('/employees', { city: 'Offa' }),
    await made('/guardians', {}),
  ];
});
afterAll(() => world.close());

const readings = () => world.database.asSystem([world.school.ilorin.id], (tx) => tx.$count(readLog));
const tabs = ([student, employee, guardian]: string[]) => [
  ...['/private', '/documents', '/edit', '/profile.pdf'].map((tab) => student + tab),
  ...['/private', '/documents', '/edit'].map((tab) => employee + tab),
  ...['/restricted', '/documents', '/edit'].map((tab) => guardian + tab),
  ...[student, employee, guardian].map((person) => `/privacy${person}/data.json`),
];

test('viewing a restricted group is logged; a HEAD request or a prefetch is not a view', async () => {
  for (const address of tabs(people)) {
    const before = await readings();
    expect((await owner.send({ method: 'HEAD', url: address })).statusCode, address).toBe(404);
    for (const [name, value] of [
      ['sec-purpose', 'prefetch;prerender'],
      ['purpose', 'prefetch'],
    ] as const) {
      const ahead = await owner.get(address, { accept: 'text/html', [name]: value });
      expect([ahead.statusCode, ahead.body, ahead.headers['cache-control']], address).toEqual([204, '', 'no-store']);
    }
    expect(await readings(), address).toBe(before);
    expect((await owner.get(address)).statusCode, address).toBe(200);
    expect(await readings(), address).toBeGreaterThan(before);
  }
});

test('a page without restricted data can be prefetched', async () => {
  expect((await owner.get(people[0]!, { accept: 'text/html', purpose: 'prefetch' })).statusCode).toBe(200);
});

test('a list narrowed by religion or documents is written down once a request, naming the filter; other lists are not', async () => {
  const lines = () =>
    world.database.asSystem([world.school.ilorin.id], (tx) =>
      tx
        .select({
          person: readLog.person,
          entity: readLog.entity,
          group: readLog.fieldGroup,
          subject: readLog.subjectId,
          filter: readLog.filter,
        })
        .from(readLog)
        .where(eq(readLog.place, 'list'))
        .orderBy(readLog.id),
    );
  const line = (entity: string, group: string, filter: string) => ({
    person: 'The owner',
    entity,
    group,
    filter,
    subject: null,
  });
  for (const url of ['/students', '/employees', '/guardians', '/students?gender=female&state=NG-KW'])
    expect((await owner.get(url)).statusCode).toBe(200);
  expect(await lines()).toEqual([]);
  const religion = line('student', 'religion', 'Religion: Islam');
  await owner.page('/students?religion=Islam');
  expect(await lines()).toEqual([religion]);
  // Its count, asked for once the page is painted, belongs to the same look.
  await owner.page('/students?religion=Islam', { component: 'students/student-list', props: ['total', 'choices'] });
  expect(await lines()).toEqual([religion]);
  await owner.page('/employees?papers=expired');
  await owner.page('/guardians?papers=expiring');
  await owner.get('/students/ids?religion=Islam', { accept: 'application/json' });
  await owner.page('/students/cards?religion=Islam');
  await owner.page('/students/batch-assignment?religion=Islam&papers=expired');
  expect((await lines()).slice(1)).toEqual([
    line('employee', 'private', 'Documents have expired'),
    line('guardian', 'private', 'Documents expire soon'),
    religion,
    religion,
    religion,
    line('student', 'private', 'Documents have expired'),
  ]);
  // The count alone tells as much.
  await owner.page('/students?religion=Christianity&q=obi', { component: 'students/student-list', props: ['total'] });
  expect((await lines()).at(-1)).toEqual(line('student', 'religion', 'Religion: Christianity'));
  const registrar = await world.as('teacher');
  const before = (await lines()).length;
  expect((await registrar.get('/students?religion=Islam')).statusCode).toBe(403);
  expect((await lines()).length).toBe(before);
  const { props } = await owner.page('/privacy/reads');
  expect(props.rows[0]).toMatchObject({ subject: null, filter: 'Religion: Christianity', place: 'list' });
});
