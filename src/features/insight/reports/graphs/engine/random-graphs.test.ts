import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#kernel/actor.ts';
import { query } from '#kernel/database.ts';
import { startSchool } from '#test/harness/app.ts';
import { readAll, type FullRow } from '#test/harness/all-fields.ts';
import { fillForReports } from '#test/harness/filled-reports.ts';
import { reportReader, type ReportReader } from '#test/harness/report-reader.ts';
import { slowGroups, type Term } from '#test/harness/slow-graph.ts';
import { meets } from '#test/harness/slow-rules.ts';
import { compile } from '../../engine/compile.ts';
import { ReportDefinition, ReportFilters } from '../../engine/definition.ts';
import { reportTotals } from '../../engine/sums.ts';
import { usableSubject, type Usable } from '../../engine/usable-fields.ts';
import { compileGraph, measures } from './compile-graph.ts';
import { GraphDefinition } from './graph-definition.ts';
import { steps, measureKeys } from './graph-labels.ts';
import { groupRows, narrowedBy, ruleOf } from './graph-statement.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let reader: ReportReader;
let ilorin: number;
let terms: Term[];
const rowsAbout: Record<string, FullRow[]> = {};
const usable: Record<string, Usable> = {};
let actor: Actor;

const subjects = ['student', 'employee'] as const;

beforeAll(async () => {
  world = await startSchool();
  ilorin = world.school.ilorin.id;
  reader = reportReader(world);
  await reader.inSchools((tx) => fillForReports(tx, world.school));
  actor = await reader.actorNamed('owner');
  for (const subject of subjects) {
    rowsAbout[subject] = (await readAll(reader, actor, subject)).filter((row) => row.institutionId === ilorin);
    usable[subject] = await usableAbout(subject);
  }
  terms = await reader.inSchools((tx) =>
    query<Term>(
      tx,
      sql`select id, starts_on::text as "from", ends_on::text as "to" from terms where institution_id = ${ilorin} order by starts_on, id`,
    ),
  );
});
afterAll(() => world.close());

const usableAbout = (subject: string) =>
  reader.inSchools((tx) => usableSubject(tx, { actor, wanted: ilorin }, world.app.product.reports, subject));

const filters = {
  none: ReportFilters.parse({}),
  either: ReportFilters.parse({
    joined: 'or',
    groups: [
      {
        joined: 'or',
        rules: [
          { field: 'gender', operator: 'one_of', values: ['male'] },
          { field: 'city', operator: 'empty' },
        ],
      },
      { joined: 'and', rules: [{ field: 'surname', operator: 'contains', values: ['o'] }] },
    ],
  }),
};
const isEither = ({ fields }: FullRow, subject: string) => {
  const { groups } = filters.either;
  const typeOf = (key: string) => usable[subject]!.usable.get(key)!.type;
  return groups.some(({ joined, rules }) => {
    const met = rules.map((rule) => meets(fields[rule.field]!, typeOf(rule.field), rule));
    return joined === 'and' ? met.every(Boolean) : met.some(Boolean);
  });
};

function someGraph(subject: string) {
  const all = [...usable[subject]!.usable.values()];
  const groupable = all.filter(({ isOnlyShown }) => !isOnlyShown).map(({ key }) => key);
  const measured = measureKeys.flatMap((kind): GraphDefinition['measure'][] => {
    const { fits } = measures[kind];
    return fits ? all.filter(fits).map(({ key }) => ({ kind, field: key })) : [{ kind, field: null }];
  });
  const group = fc.record({ field: fc.constantFrom(...groupable), step: fc.constantFrom(...Object.values(steps)) });
  return fc
    .record({
      subject: fc.constant(subject),
      groups: fc.uniqueArray(group, { minLength: 1, maxLength: 2, selector: ({ field }) => field }),
      measure: fc.constantFrom(...measured),
      chart: fc.constant('table' as const),
    })
    .map((definition) => GraphDefinition.parse({ ...definition, filters: filters.none }));
}

/** Sums of decimals differ in their last digits. */
const rounded = (value: number | null) => (value === null ? null : Math.round(value * 1e6) / 1e6);
const inOrder = <Cell extends { keys: unknown }>(cells: Cell[]) =>
  cells.toSorted((one, other) => (JSON.stringify(one.keys) < JSON.stringify(other.keys) ? -1 : 1));

test('random graphs count and sum what a look at every row gives, and each mark’s filter finds its rows', async () => {
  let opened = 0;
  const any = fc
    .constantFrom('student', 'student', 'employee')
    .chain((subject) => fc.record({ definition: someGraph(subject), by: fc.constantFrom('none', 'either') }));
  const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
  await fc.assert(
    fc.asyncProperty(any, fc.nat(), async ({ definition, by }, chance) => {
      const known = usable[definition.subject]!;
      const rows = rowsAbout[definition.subject]!.filter((row) => by === 'none' || isEither(row, definition.subject));
      const expected = slowGroups(rows, definition, (key) => known.usable.get(key)!.type, terms);
      await reader.inSchools(async (tx) => {
        const graph = compileGraph(known, definition, filters[by]);
        const { cells, heads, others } = await groupRows(tx, graph, [1000, 1000]);
        expect(others).toEqual(definition.groups.map(() => 0));
        const found = cells.map(({ keys, sum, low, high, filled, ...cell }) => ({
          ...cell,
          keys: keys.map(({ key }) => key),
          filled,
          sum: rounded(sum),
          low: rounded(low),
          high: rounded(high),
        }));
        expect(inOrder(found)).toEqual(
          inOrder(
            expected.map((cell) => ({
              ...cell,
              sum: rounded(cell.sum),
              low: rounded(cell.low),
              high: rounded(cell.high),
            })),
          ),
        );
        for (const [at, { length }] of heads.entries())
          expect(length).toBe(new Set(found.map(({ keys }) => keys[at])).size);
        const cell = cells[chance % cells.length]!;
        const rules = cell.keys.map(({ key }, at) =>
          ruleOf(
            graph.dimensions[at]!,
            heads[at]!.find((head) => head.key === key)!,
          ),
        );
        if (rules.includes(null)) return;
        const narrowed = narrowedBy(filters[by], rules as NonNullable<(typeof rules)[number]>[])!;
        const definitionOfRows = ReportDefinition.parse({
          subject: definition.subject,
          fields: ['surname'],
          filters: narrowed,
        });
        expect((await reportTotals(tx, compile(known, definitionOfRows))).rows).toBe(cell.rows);
        opened += 1;
      });
    }),
    { seed, numRuns: 90, interruptAfterTimeLimit: 6_000 },
  );
  expect(opened, 'most marks lead somewhere').toBeGreaterThan(10);
});

test('groups beyond the most are counted together, the largest or the latest staying', async () => {
  const read = (groups: object[], most: number[]) =>
    reader.inSchools((tx) =>
      groupRows(
        tx,
        compileGraph(
          usable.student!,
          GraphDefinition.parse({ subject: 'student', filters: {}, groups, measure: {} }),
          filters.none,
        ),
        most,
      ),
    );
  const { heads, others, cells } = await read([{ field: 'surname' }], [2]);
  const whole = await read([{ field: 'surname' }], [1000]);
  const largest = whole.cells.map(({ rows }) => rows).toSorted((one, other) => other - one);
  expect(others).toEqual([whole.cells.length - 2]);
  expect(heads[0]).toHaveLength(2);
  expect(cells.find(({ keys: [group] }) => group!.isOther)!.rows).toBe(
    largest.slice(2).reduce((sum, rows) => sum + rows, 0),
  );
  const days = await read([{ field: 'admission_date', step: 'day' }, { field: 'gender' }], [2, 1]);
  const all = (await read([{ field: 'admission_date', step: 'day' }], [1000])).heads[0]!.map(({ key }) => key);
  // Rows without a date keep their own group.
  expect(days.heads[0]!.map(({ key }) => key)).toEqual(all.slice(-3));
  expect(all.at(-1)).toBeNull();
});
