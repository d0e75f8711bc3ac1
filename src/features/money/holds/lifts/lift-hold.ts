import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record, sentence } from '#kernel/audit.ts';
import { type Tx, render, type Db, query } from '#kernel/database.ts';
import { formatDay, type Day } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { day, emptyIsNull, id, line } from '#kernel/schemas.ts';
import { lockStudent } from '#features/people/students/lock-student.ts';
import { textName } from '#ui/format.ts';
import { holdOfStudent } from '../held/held-students.ts';
import { withheldText } from '../holds.ts';
import { holdLifts } from '../holds.schema.ts';
import { withheldField } from '../withheld-field.ts';

export const LiftHold = z.object({
  lifts: withheldField('Choose what to release.'),
  until: day,
  reason: line(300, 'The reason'),
  /** The lift that the form showed, which this one replaces. */
  replaces: emptyIsNull(id),
});

/** Releases what is withheld from a student until a day. It ends by itself, or with the debt. */
export async function liftHold(tx: Tx, actor: Actor, studentId: number, input: z.infer<typeof LiftHold>) {
  const student = await lockStudent(tx, actor, studentId);
  const { institutionId } = student;
  allow(actor, 'fees.holds', institutionId);
  const hold = await holdOfStudent(tx, institutionId, studentId);
  if (!hold) throw new ValidationError('form', `Nothing is withheld from ${textName(student)} today.`);
  const lifts = hold.withheld.filter((word) => input.lifts.includes(word));
  if (lifts.length < new Set(input.lifts).size)
    throw new ValidationError('lifts', `Only this is withheld: ${withheldText(hold.withheld)}.`);
  await checkUntil(tx, institutionId, input.until);
  if ((hold.lift?.id ?? null) !== input.replaces)
    throw new ValidationError(
      'form',
      hold.lift
        ? `${hold.lift.by ?? 'Someone'} has lifted this hold until ${formatDay(hold.lift.until)} in the meantime. Reload the page.`
        : 'The lift shown in this form has since ended. Reload the page.',
    );
  await tx
    .update(holdLifts)
    .set({ endedAt: sql`now()`, endedBy: actor.accountId })
    .where(
      and(eq(holdLifts.institutionId, institutionId), eq(holdLifts.studentId, studentId), isNull(holdLifts.endedAt)),
    );
  const { until, reason } = input;
  await tx.insert(holdLifts).values({ institutionId, studentId, lifts, until, reason, accountId: actor.accountId });
  await record(tx, actor, 'fees.liftHold', {
    institutionId,
    summary: sentence`lifted the hold of ${{ of: 'student', id: studentId, name: textName(student), details: [['reason']] }} until ${formatDay(until)}`,
    subject: { type: 'student', id: studentId },
    details: { lifts, until, reason, owed: hold.owed },
  });
  return { name: textName(student), until };
}

async function checkUntil(tx: Tx, institutionId: number, until: string): Promise<void> {
  const [limits] = await liftDays(tx, [institutionId]);
  if (until < limits!.today) throw new ValidationError('until', 'Choose today or a later day.');
  if (until > limits!.latest)
    throw new ValidationError(
      'until',
      `Choose a day up to ${formatDay(limits!.latest)}. You can lift the hold again then.`,
    );
}

/** A lift near the end of a session may reach into the next one by this much. */
const leastDays = 30;
/** However long a session is. */
const mostDays = 366;

interface LiftDays {
  institutionId: number;
  today: Day;
  latest: Day;
}

/** From today to the last day until which a hold may be lifted: the end of the current session. */
export async function liftDays(db: Db, institutionIds: number[]): Promise<LiftDays[]> {
  const rows = await query<LiftDays>(db, render)`
    select n.id as "institutionId", n.day::text as today,
      least(greatest(s.ends_on, n.day + ${leastDays}::int), n.day + ${mostDays}::int)::text as latest
    from (select id, (now() at time zone time_zone)::date as day from institutions
      where id = any (${sql.param(institutionIds)}::int[])) n
    left join lateral (select max(a.ends_on) as ends_on from academic_sessions a
      where a.institution_id = n.id and a.is_current) s on true order by n.id`;
  return rows;
}
