import { isNotNull, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { memberships } from '#kernel/identity.schema.ts';
import { startSchool } from '#test/harness/app.ts';
import { addSampleScheme } from '#test/harness/sample-assessment.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([world.school.ilorin.id], work);
const ada = () => world.school.ilorin.studentIds['Ada Obi'];
const ngozi = () => world.school.ilorin.studentIds['Ngozi Okafor'];

/** Ada in JSS 1 A and Ngozi in JSS 1 B, each with a mark in English. */
beforeEach(async () => {
  world = await startSchool();
  await within(async (tx) => {
    await tx.delete(memberships).where(isNotNull(memberships.studentId));
    await addSampleScheme(tx, world.school.ilorin.id);
    await tx.execute(sql`insert into marks (institution_id, student_id, term_id, course_id, entries)
      select institution_id, student.id, terms.id, ${world.school.ilorin.courseIds.ENG!}, student.entries::jsonb from terms,
        (values (${ada()}::bigint, '{"exam": 4100}'), (${ngozi()}::bigint, '{"exam": 6250}')) student (id, entries)
      where institution_id = ${world.school.ilorin.id} and is_current`);
  });
});
afterEach(() => world.close());

const marks = () =>
  within(async (tx) => (await tx.execute(sql`select student_id::int as id, entries from marks order by 1`)).rows);
const merge = async (take: object = {}) =>
  (await world.as('registrar')).post(`/students/${ada()}/merge`, { otherId: ngozi(), take });

test('of two marks in one course and term the person who merges chooses, and an undo brings both back', async () => {
  const before = await marks();
  const registrar = await world.as('registrar');
  const { fields } = (await registrar.page(`/students/${ada()}/merge?with=${ngozi()}`)).props;
  const field = fields.find(({ key }: { key: string }) => key.startsWith('mark_'));
  expect(field).toMatchObject({
    label: expect.stringMatching(/^Marks: English.*, First Term$/),
    kept: 'exam 41',
    other: 'exam 62.5',
    winner: 'kept',
  });
  const done = await merge({ [field.key]: 'other' });
  expect(done.statusCode, done.body).toBe(303);
  expect(await marks()).toEqual([{ id: ada(), entries: { exam: 6250 } }]);
  const { rows } = (await registrar.page('/merges')).props;
  expect((await registrar.post(`/merges/${rows[0].id}/undo`)).statusCode).toBe(200);
  expect(await marks()).toEqual(before);

  expect((await merge()).statusCode).toBe(303);
  expect(await marks()).toEqual([{ id: ada(), entries: { exam: 4100 } }]);
});

test('an approved mark stands over one of an open sheet, whatever is chosen', async () => {
  await within((tx) =>
    tx.execute(sql`insert into mark_sheets (institution_id, batch_id, term_id, state)
      select institution_id, ${world.school.ilorin.batchIds['JSS 1 A']}, id, 'approved' from terms
      where institution_id = ${world.school.ilorin.id} and is_current`),
  );
  const registrar = await world.as('registrar');
  const { fields, conflicts } = (await registrar.page(`/students/${ada()}/merge?with=${ngozi()}`)).props;
  expect(fields.filter(({ key }: { key: string }) => key.startsWith('mark_'))).toEqual([]);
  expect(conflicts.at(-1)).toContain('Those of the kept record are used');
  const [term] = await within(async (tx) => (await tx.execute(sql`select term_id::int as id from marks`)).rows);
  expect((await merge({ [`mark_${term!['id']}_${world.school.ilorin.courseIds.ENG}`]: 'other' })).statusCode).toBe(303);
  expect(await marks()).toEqual([{ id: ada(), entries: { exam: 4100 } }]);
});

test('who may not enter marks does not choose between them', async () => {
  await within((tx) =>
    tx.execute(sql`update roles set permissions = array_remove(permissions, 'marks.enter')
      where id = ${world.school.ilorin.roleIds.registrar}`),
  );
  const refused = await merge();
  expect([refused.statusCode, refused.body]).toEqual([
    422,
    expect.stringContaining('Ask a colleague who can enter all marks to merge the records and choose.'),
  ]);
  expect(await marks()).toHaveLength(2);
});
