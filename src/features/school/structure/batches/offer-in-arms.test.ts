import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { fillAssessment } from '#test/harness/filled-assessment.ts';
import { courseOfferings } from '../structure.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let teacher: number;
beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  const { rows } = await within((tx) =>
    tx.execute<{ id: number }>(sql`select id from employees where job_title = 'Teacher'`),
  );
  teacher = Number(rows[0]!.id);
});
afterAll(() => world?.close());

const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([world.school.ilorin.id], work);
const ids = () => {
  const { batchIds, courseIds } = world.school.ilorin;
  return { a: batchIds['JSS 1 A'], b: batchIds['JSS 1 B'], above: batchIds['JSS 2 A'], ...courseIds };
};
async function offered(batchId: number) {
  const rows = await within((tx) => tx.select().from(courseOfferings).where(eq(courseOfferings.batchId, batchId)));
  return Object.fromEntries(rows.map(({ courseId, employeeId }) => [courseId, employeeId]));
}
const save = (batchId: number, courses: Record<string, number | ''>, also: number[] = []) =>
  registrar.post(`/batches/${batchId}/courses`, {
    courses: Object.fromEntries(
      Object.entries(courses).map(([id, employeeId]) => [id, { offered: 'true', employeeId, termPosition: '' }]),
    ),
    also,
  });
async function undoOf(batchId: number): Promise<string> {
  const { props } = await registrar.page(`/batches/${batchId}`);
  return `/offering-changes/${(props.lastChange as { id: number }).id}/undo`;
}
const hasUndo = async (batchId: number) => (await registrar.page(`/batches/${batchId}`)).props.lastChange !== null;

test('subjects are saved to all arms of a class at once; teachers follow only where the form changed them', async () => {
  const { a, b, ENG, MTH } = ids() as Record<string, number>;
  const [beforeA, beforeB] = [await offered(a!), await offered(b!)];
  expect([beforeA, beforeB]).toEqual([{}, { [ENG!]: teacher }]);
  const page = await registrar.page(`/batches/${a}/courses`);
  expect(page.props.arms).toEqual([{ id: b, name: 'JSS 1 B' }]);

  expect((await save(a!, { [MTH!]: teacher }, [b!])).statusCode).toBe(303);
  expect([await offered(a!), await offered(b!)]).toEqual([{ [MTH!]: teacher }, { [MTH!]: teacher, [ENG!]: teacher }]);
  // Its arm's own teacher stays, because the form did not change the subject here.
  await save(b!, { [MTH!]: '', [ENG!]: teacher });
  await save(a!, { [MTH!]: teacher, [ENG!]: '' }, [b!]);
  expect([await offered(a!), await offered(b!)]).toEqual([
    { [MTH!]: teacher, [ENG!]: null },
    { [MTH!]: null, [ENG!]: null },
  ]);

  const undo = await undoOf(a!);
  expect(await undoOf(b!)).toBe(undo);
  expect((await registrar.post(undo)).statusCode).toBeLessThan(400);
  expect([await offered(a!), await offered(b!)]).toEqual([{ [MTH!]: teacher }, { [MTH!]: null, [ENG!]: teacher }]);
  expect((await registrar.post(undo)).statusCode).toBe(409);
});

test('arms of another class are refused, and nothing is saved', async () => {
  const { a, above, ENG, MTH } = ids() as Record<string, number>;
  const before = await offered(a!);
  const refused = await save(a!, { [MTH!]: '', [ENG!]: '' }, [above!]);
  expect(refused.json().errors).toEqual({ also: 'JSS 2 A isn’t of the same class and session.' });
  expect(await offered(a!)).toEqual(before);
  expect((await save(a!, { [MTH!]: '' }, [Number(world.school.offa.batchIds['ND 1 A'])])).statusCode).toBe(404);
});

test('a change can be undone until someone edits the arm or something depends on it', async () => {
  const { a, b, ENG, MTH } = ids() as Record<string, number>;
  await save(a!, { [MTH!]: teacher, [ENG!]: teacher });
  const first = await undoOf(a!);
  await save(a!, { [MTH!]: teacher, [ENG!]: '' });
  expect((await registrar.post(first)).json().message).toBe('JSS 1 A was edited since. Edit it instead.');
  await registrar.post(await undoOf(a!));
  expect((await offered(a!))[ENG!]).toBe(teacher);

  await save(a!, { [MTH!]: teacher });
  await save(a!, { [MTH!]: teacher, [ENG!]: teacher }, [b!]);
  const last = await undoOf(a!);
  await within(async (tx) => {
    await fillAssessment(tx, world.school.ilorin.id, 'Obi');
    await tx.execute(sql`update mark_sheets set batch_id = ${a!}`);
    await tx.execute(sql`update mark_sheet_courses set course_id = ${ENG!}`);
  });
  expect(await hasUndo(a!)).toBe(false);
  const refused = await registrar.post(last);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringMatching(/^English.* has a mark sheet, so this can’t be undone\.$/),
  ]);
  expect((await (await world.as('teacher')).post(last)).statusCode).toBe(403);
  expect((await (await world.as('registrar.offa')).post(last)).statusCode).toBe(404);
});

test('a teacher is assigned for a subject in all arms without one; others stay, and it can be undone', async () => {
  const { a, b, above, ENG, MTH } = ids() as Record<string, number>;
  const { id: institutionId } = world.school.ilorin;
  const other = (
    await within((tx) =>
      tx.execute<{ id: number }>(sql`select id from employees where id <> ${teacher} and left_on is null order by id`),
    )
  ).rows[0]!;
  await save(a!, { [MTH!]: '', [ENG!]: '' });
  await save(b!, { [MTH!]: teacher, [ENG!]: '' });
  await save(above!, { [MTH!]: '' });
  const shown = async () =>
    ((await registrar.page('/courses/teachers')).props.courses as { rows: { code: string; batches: number }[] }).rows;
  const before = await shown();
  expect(before.find(({ code }) => code === 'MTH')!.batches).toBeGreaterThanOrEqual(2);

  const blank = await registrar.post('/courses/teachers', { institutionId, teachers: { [MTH!]: '' } });
  expect(blank.statusCode).toBe(422);
  const stranger = await registrar.post('/courses/teachers', { institutionId, teachers: { [MTH!]: 999_999 } });
  expect([stranger.statusCode, (await offered(a!))[MTH!]]).toEqual([422, null]);
  const foreign = { institutionId: world.school.offa.id, teachers: { [MTH!]: other.id } };
  expect((await registrar.post('/courses/teachers', foreign)).statusCode).toBe(404);

  const body = { institutionId, teachers: { [MTH!]: other.id, [ENG!]: '' } };
  expect((await registrar.post('/courses/teachers', body)).statusCode).toBe(303);
  expect(await offered(a!)).toEqual({ [MTH!]: Number(other.id), [ENG!]: null });
  expect(await offered(b!)).toEqual({ [MTH!]: teacher, [ENG!]: null });
  expect((await offered(above!))[MTH!]).toBe(Number(other.id));
  expect((await shown()).map(({ code }) => code)).not.toContain('MTH');

  expect((await registrar.post(await undoOf(a!), {})).statusCode).toBe(200);
  expect([(await offered(a!))[MTH!], (await offered(above!))[MTH!]]).toEqual([null, null]);
  expect(await shown()).toEqual(before);
});
