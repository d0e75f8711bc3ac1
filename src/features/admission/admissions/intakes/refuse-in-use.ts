import { sql } from 'drizzle-orm';
import { query, render, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { IntakeTest } from '../intake-form.ts';

interface Intake {
  institutionId: number;
  id: number;
  tests: IntakeTest[];
}

/** An entry class that applicants have chosen stays. */
export async function refuseUsedClasses(tx: Tx, intake: Intake, classes: { classId: number }[]): Promise<void> {
  const rows = await query<{ name: string; count: number }>(
    tx,
    render(sql`
    select c.name, count(*)::int as count from applications a
    join classes c on (c.institution_id, c.id) = (a.institution_id, a.class_id)
    where a.institution_id = ${intake.institutionId} and a.intake_id = ${intake.id}
      and a.class_id <> all (${sql.param(classes.map(({ classId }) => classId))}::bigint[])
    group by c.id, c.name order by c.name limit 1`),
  );
  const [used] = rows;
  if (used)
    throw new ValidationError(
      'classes',
      `${used.count === 1 ? '1 application is' : `${used.count} applications are`} for ${used.name}. Keep this class; set its seats to 0 to offer no more.`,
    );
}

/** A test with marks stays, and its highest mark does not fall below them. */
export async function refuseTestsWithMarks(tx: Tx, intake: Intake, tests: IntakeTest[]): Promise<void> {
  const rows = await query<{ test: string; count: number; highest: number | null }>(
    tx,
    render(sql`
    select e.test, count(*)::int as count, max(e.mark)::float as highest from exam_scores e
    join applications a on (a.institution_id, a.id) = (e.institution_id, e.application_id)
    where a.institution_id = ${intake.institutionId} and a.intake_id = ${intake.id} group by e.test`),
  );
  for (const { test, count, highest } of rows) {
    const label = intake.tests.find(({ key }) => key === test)?.label;
    const kept = tests.find(({ key }) => key === test);
    if (label && !kept)
      throw new ValidationError(
        'tests',
        `${count === 1 ? '1 mark of' : `${count} marks of`} ${label} ${count === 1 ? 'is' : 'are'} saved. Keep this test.`,
      );
    if (kept && highest !== null && kept.most < highest)
      throw new ValidationError('tests', `The highest mark in ${kept.label} is ${highest}. Enter ${highest} or more.`);
  }
}
