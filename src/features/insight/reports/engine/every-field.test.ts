import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query } from '#kernel/database.ts';
import { product } from '#product/features.ts';
import { startSchool } from '#test/harness/app.ts';
import { analyze } from '#test/harness/client.ts';
import { fillAdmissions } from '#test/harness/filled-admissions.ts';
import { fillAssessment } from '#test/harness/filled-assessment.ts';
import { fillPins } from '#test/harness/filled-pins.ts';
import { fillForReports } from '#test/harness/filled-reports.ts';
import { fillTimetable } from '#test/harness/filled-timetable.ts';
import { reportReader, type ReportReader } from '#test/harness/report-reader.ts';
import { operatorsOf, valuesOf, type Operator } from './operators.ts';
import type { UsableField } from './usable-fields.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let reader: ReportReader;
const actors: Record<string, Actor> = {};
beforeAll(async () => {
  world = await startSchool();
  reader = reportReader(world);
  const { ilorin } = world.school;
  await reader.inSchools(async (tx) => {
    await fillAssessment(tx, ilorin.id, 'Assessed');
    await fillForReports(tx, world.school);
    await fillAdmissions(tx, ilorin.id, 'Applied');
    await fillPins(tx, ilorin.id, world.school.accounts.owner, 'Pins');
    await fillTimetable(tx, ilorin.id);
    await tx.execute(sql`update timetables set valid_from = current_date - 7, published_at = now()`);
    await tx.execute(sql`insert into covers (institution_id, on_date, lesson_id, part_id, absent_id, substitute_id, periods)
      select l.institution_id, current_date, l.id, p.id, e.first, e.last, '[1,3)' from lessons l
      join lesson_parts p on (p.institution_id, p.set_id) = (l.institution_id, l.set_id)
      cross join (select min(id) as first, max(id) as last from employees where institution_id = ${ilorin.id}) e
      order by l.id limit 1`);
  });
  await analyze(world.ownerUrl);
  for (const name of ['owner', 'teacher', 'cashier']) actors[name] = await reader.actorNamed(name);
});
afterAll(() => world.close());

const subjects = product.reports.subjects.map(({ name }) => name);

const texts = { text: 'o', choice: 'female', number: '1.5', money: '100000', day: '2026-11-20', yesNo: '', photo: '' };
const ruleOf = ({ key, type }: UsableField, operator: Operator) => {
  const value = operator === 'last_days' || operator === 'next_days' ? '30' : texts[type];
  const count = { none: 0, one: 1, two: 2, many: 2 }[valuesOf(operator)];
  return { field: key, operator, values: Array.from({ length: count }, () => value) };
};

describe.each(['owner', 'teacher', 'cashier'])('as %s', (username) => {
  test.each(subjects)(
    'every field of the subject %s can be shown, compared, sorted, grouped and counted',
    async (subject) => {
      const { groups, seeing } = product.reports.subjects.find(({ name }) => name === subject)!;
      const actor = actors[username]!;
      const isSeen = actor.institutions.some(({ permissions }) => seeing.some((one) => permissions.has(one)));
      if (!isSeen) return void (await expect(reader.usableBy(actor, subject)).rejects.toThrow());
      const { usable, closed } = await reader.usableBy(actor, subject);
      if (username === 'owner') expect([...closed.keys()]).toEqual([]);
      const fields = [...usable.values()];
      expect(fields.every(({ group }) => group in groups)).toBe(true);
      for (let at = 0; at < fields.length; at += 50)
        await reader.run(actor, { subject, fields: fields.slice(at, at + 50).map(({ key }) => key), totals: true });
      const rules = fields.flatMap((field) =>
        field.isOnlyShown && field.type !== 'photo'
          ? []
          : operatorsOf[field.type].map((operator) => ruleOf(field, operator)),
      );
      // What counts is that no statement fails: many rules in each.
      for (let at = 0; at < rules.length; at += 40)
        await reader.run(actor, {
          subject,
          fields: [fields[0]!.key],
          filters: { groups: [{ joined: 'or', rules: rules.slice(at, at + 40) }] },
        });
      const sortable = fields.filter(({ isOnlyShown }) => !isOnlyShown);
      for (const [at, { key }] of sortable.entries()) {
        const sort = sortable.slice(at, at + 2).map((field) => ({ field: field.key, descending: at % 2 === 0 }));
        const one = await reader.run(actor, { subject, fields: [key], sort, group: key, distinct: at % 3 === 0 });
        expect(one.groups.reduce((all, sum) => all + sum.rows, 0)).toBe(one.totals.rows);
        expect(one.rows.length).toBe(Math.min(50, one.totals.rows));
      }
    },
  );
});

test('every choice has options, which are values of its filter', async () => {
  const actor = actors.owner!;
  for (const subject of subjects) {
    const { usable, context } = await reader.usableBy(actor, subject);
    for (const { key, type, options } of usable.values()) {
      if (type !== 'choice') continue;
      expect(options, `${subject} ${key}`).toBeDefined();
      if (typeof options !== 'function') continue;
      const rows = await reader.inSchools((tx) => query<{ value: string; label: string }>(tx, options(context)));
      expect(new Set(rows.map(({ value }) => value)).size, `${subject} ${key}`).toBe(rows.length);
      expect(
        rows.every(({ value, label }) => typeof value === 'string' && label),
        `${subject} ${key}`,
      ).toBe(true);
    }
  }
});

test('a join adds no row to a report and takes none away', async () => {
  const actor = actors.owner!;
  for (const subject of subjects) {
    const { usable, subject: known } = await reader.usableBy(actor, subject);
    const [{ rows: all } = { rows: 0 }] = await reader.inSchools((tx) =>
      query<{ rows: number }>(
        tx,
        sql`select count(*)::int as rows from ${known.from} where ${sql.join(known.visible(actor, undefined), sql` or `)}`,
      ),
    );
    const fields = [...usable.keys()];
    for (let at = 0; at < fields.length; at += 50) {
      const { totals } = await reader.run(actor, { subject, fields: fields.slice(at, at + 50) });
      expect([subject, totals.rows]).toEqual([subject, all]);
    }
    expect(all, subject).toBeGreaterThan(0);
  }
});
