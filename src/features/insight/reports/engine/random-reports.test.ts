import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#kernel/actor.ts';
import { query } from '#kernel/database.ts';
import { startSchool } from '#test/harness/app.ts';
import { fillForReports } from '#test/harness/filled-reports.ts';
import { reportReader, type ReportReader } from '#test/harness/report-reader.ts';
import { slowReport } from '#test/harness/slow-report.ts';
import { readAll, type FullRow } from '#test/harness/all-fields.ts';
import type { Permission } from '#kernel/permissions.ts';
import { ReportDefinition } from './definition.ts';
import { operatorsOf, valuesOf, type Operator } from './operators.ts';
import type { Usable } from './usable-fields.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let reader: ReportReader;
const all: Record<string, FullRow[]> = {};
const readers: Record<string, { actor: Actor; usable: Record<string, Usable> }> = {};
/** The rows that a person sees who does not see all of the institution. */
const own: Record<string, Set<number>> = {};

const subjects = ['student', 'employee'] as const;
const people = ['owner', 'registrar', 'careful', 'teacher', 'bursar', 'in.both'] as const;

beforeAll(async () => {
  world = await startSchool();
  reader = reportReader(world);
  await reader.inSchools((tx) => fillForReports(tx, world.school));
  const everything = await reader.actorNamed('group');
  for (const subject of subjects) all[subject] = await readAll(reader, everything, subject);
  for (const name of people) {
    const actor = await reader.actorNamed(name === 'careful' ? 'registrar' : name);
    if (name === 'careful') withoutHealth(actor);
    const usable: Record<string, Usable> = {};
    for (const subject of subjects) usable[subject] = await reader.usableBy(actor, subject);
    readers[name] = { actor, usable };
  }
  own.teacher = await taughtBy(readers.teacher!.actor);
});
afterAll(() => world.close());

/** A registrar of a school that does not give them health and religion. */
function withoutHealth(actor: Actor) {
  const kept = [...actor.institutions[0]!.permissions].filter((one) => !/\.view(Health|Religion|Private)$/.test(one));
  Object.assign(actor.institutions[0]!, { permissions: new Set(kept) });
}

/** Students in the batches that an employee leads or teaches in. */
const taughtBy = (actor: Actor): Promise<Set<number>> =>
  reader.inSchools(async (tx) => {
    const ids = sql.param(actor.institutions.flatMap(({ employeeIds }) => employeeIds));
    const rows = await query<{ id: number }>(
      tx,
      sql`select s.id from students s where s.batch_id in (
        select batch_id from batch_teachers where employee_id = any (${ids}::bigint[])
        union select batch_id from course_offerings where employee_id = any (${ids}::bigint[]))`,
    );
    return new Set(rows.map(({ id }) => Number(id)));
  });

/** Who sees which rows, said once more. */
function isVisibleTo(actor: Actor, subject: (typeof subjects)[number]) {
  const place = (id: number) => actor.institutions.find((one) => one.id === id);
  const may = (id: number, permission: Permission) => place(id)?.permissions.has(permission) ?? false;
  return ({ id, institutionId }: FullRow) => {
    if (may(institutionId, `${subject}s.view`)) return true;
    if (subject === 'student') return may(institutionId, 'students.viewOwn') && own.teacher!.has(id);
    return may(institutionId, 'employees.viewSelf') && place(institutionId)!.employeeIds.includes(id);
  };
}

const someValue = (subject: string, key: string, type: string, operator: Operator): fc.Arbitrary<string> => {
  if (operator === 'last_days' || operator === 'next_days') return fc.integer({ min: 1, max: 400 }).map(String);
  const known = all[subject]!.flatMap(({ fields }) => {
    const { value, code } = fields[key]!;
    if (type === 'choice') return code ?? [];
    return value === null ? [] : String(value).slice(0, 60);
  });
  const noise = { text: 'ojo', choice: 'nobody', number: '2', money: '100', day: '2026-11-25', yesNo: '', photo: '' }[
    type
  ]!;
  const values = [...new Set([...known, noise])];
  const value = fc.constantFrom(...values);
  return type === 'text'
    ? fc.oneof(
        value,
        fc
          .tuple(value, fc.nat(3), fc.integer({ min: 1, max: 4 }))
          .map(([text, from, length]) => text.slice(from, from + length)),
      )
    : value;
};

const ruleFor = (subject: string, usable: Usable) =>
  fc
    .constantFrom(...usable.fields.filter(({ isOnlyShown, type }) => !isOnlyShown || type === 'photo'))
    .chain(({ key, type }) =>
      fc.constantFrom(...operatorsOf[type]).chain((operator) => {
        const count = { none: [0, 0], one: [1, 1], two: [2, 2], many: [1, 3] }[valuesOf(operator)];
        return fc
          .array(someValue(subject, key, type, operator), { minLength: count[0]!, maxLength: count[1]! })
          .map((values) => ({ field: key, operator, values }));
      }),
    );

function someReport(name: (typeof people)[number], subject: (typeof subjects)[number]): fc.Arbitrary<ReportDefinition> {
  const usable = readers[name]!.usable[subject]!;
  const keys = usable.fields.map(({ key }) => key);
  const sortable = usable.fields.filter(({ isOnlyShown }) => !isOnlyShown).map(({ key }) => key);
  const joined = fc.constantFrom('and' as const, 'or' as const);
  const rules = fc.array(ruleFor(subject, usable), { minLength: 1, maxLength: 3 });
  return fc
    .record({
      subject: fc.constant(subject),
      fields: fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1, maxLength: 5 }),
      filters: fc.record({ joined, groups: fc.array(fc.record({ joined, rules }), { maxLength: 3 }) }),
      sort: fc.uniqueArray(fc.record({ field: fc.constantFrom(...sortable), descending: fc.boolean() }), {
        maxLength: 3,
        selector: ({ field }: { field: string }) => field,
      }),
      group: fc.option(fc.constantFrom(...sortable), { freq: 2 }),
      totals: fc.constant(true),
      distinct: fc.boolean(),
      limit: fc.option(fc.integer({ min: 1, max: 150 }), { freq: 2 }),
    })
    .map((definition) => ReportDefinition.parse(definition));
}

test('random reports show the rows, order, pages and sums that a look at every row gives, to six people', async () => {
  let most = 0;
  const any = fc
    .constantFrom(...people)
    .chain((name) =>
      fc
        .constantFrom('student' as const, 'student' as const, 'employee' as const)
        .chain((subject) => someReport(name, subject).map((definition) => ({ name, subject, definition }))),
    );
  // What fails is reported with its seed.
  const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
  await fc.assert(
    fc.asyncProperty(any, async ({ name, subject, definition }) => {
      const { actor, usable } = readers[name]!;
      const expected = slowReport(all[subject]!, usable[subject]!, definition, isVisibleTo(actor, subject));
      if (expected === null)
        return void (await expect(reader.run(actor, definition)).rejects.toThrow(/don’t have access/));
      const { rows, pages, totals, groups, compiled } = await reader.wholeOf(actor, definition);
      expect(rows.map(({ name: _, ...row }) => row)).toEqual(expected.rows);
      expect(pages).toBe(Math.max(1, Math.ceil(expected.rows.length / 50)));
      expect(totals).toEqual(expected.totals);
      expect(groups).toEqual(expected.groups);
      expect(compiled.hidden).toHaveLength(expected.hidden);
      most = Math.max(most, pages);
    }),
    { seed, numRuns: 120, interruptAfterTimeLimit: 6_000 },
  );
  expect(most, 'some reports have several pages').toBeGreaterThan(2);
});
