import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { record, sentence } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { addDays, formatDay, today } from '#kernel/dates.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { employeesOf, notify } from '#kernel/notify.ts';
import { choice, day, id } from '#kernel/schemas.ts';
import { daysAhead, daysBack, excuseKinds, mostDays, mostOpen } from './excuse-words.ts';
import { ownStudents } from './visible-excuses.ts';

const reason = z
  .string('Enter the reason.')
  .transform((text) => text.normalize('NFC').trim())
  .pipe(z.string().min(1, 'Enter the reason.').max(500, 'A reason can have up to 500 characters.'));

export const SendExcuse = z.object({
  student_id: id,
  starts_on: day,
  ends_on: day,
  kind: choice(excuseKinds),
  reason,
});
type Sent = z.output<typeof SendExcuse>;

interface Student {
  institutionId: number;
  name: string;
  batchId: number | null;
  open: number;
}

/** Sends the reason for days on which a student is or was away: of the own family, or for the office. The school decides on it. */
export async function sendExcuse(
  tx: Tx,
  actor: Actor,
  sent: Sent,
  by: 'family' | 'office',
): Promise<{ id: number; name: string }> {
  const student = await lockStudentOf(tx, actor, sent.student_id, by);
  const { institutionId, name } = student;
  checkDays(sent, today(membershipIn(actor, institutionId)!.timeZone));
  if (student.open >= mostOpen)
    throw new ValidationError(
      'student_id',
      `${mostOpen} reasons of ${name} wait for an answer already. Ask the school.`,
    );
  const [made] = await query<{ id: number }>(
    tx,
    sql`insert into attendance_excuses (institution_id, student_id, starts_on, ends_on, kind, reason, account_id)
      values (${institutionId}, ${sent.student_id}, ${sent.starts_on}, ${sent.ends_on}, ${sent.kind}, ${sent.reason}, ${actor.accountId})
      returning id::int as id`,
  );
  const days = daysInWords(sent.starts_on, sent.ends_on);
  await notify(tx, {
    institutionId,
    kind: 'attendance.excuse',
    href: `/attendance/excuses/${made!.id}`,
    except: actor.accountId,
    to: employeesOf(
      institutionId,
      sql`select t.employee_id from batch_teachers t where t.institution_id = ${institutionId} and t.batch_id = ${student.batchId}::bigint`,
    ),
    title: `A reason for the absence of ${name}, ${days}`,
    body: 'Accept or refuse it.',
  });
  await record(tx, actor, 'attendance.sendExcuse', {
    institutionId,
    subject: { type: 'student', id: sent.student_id },
    summary: sentence`sent a reason for the absence of ${{ of: 'student', id: sent.student_id, name }}, ${days}`,
    details: { from: sent.starts_on, to: sent.ends_on, kind: sent.kind },
  });
  return { id: made!.id, name };
}

/** One of the actor's own, or any for those who correct; nobody merges or erases the record meanwhile. */
async function lockStudentOf(tx: Tx, actor: Actor, studentId: number, by: 'family' | 'office'): Promise<Student> {
  const isReachable =
    by === 'family'
      ? ownStudents(actor)
      : sql`s.institution_id = any (${sql.param(institutionsWhere(actor, 'attendance.correct'))}::int[])`;
  const [row] = await query<Student & { status: string }>(
    tx,
    sql`select s.institution_id as "institutionId", concat_ws(' ', s.first_name, s.surname) as name, s.batch_id::int as "batchId", s.status,
        (select count(*)::int from attendance_excuses x where (x.institution_id, x.student_id) = (s.institution_id, s.id)
          and x.state = 'open') as open
      from students s where s.id = ${studentId} and s.merged_into_id is null and (${isReachable}) for share of s`,
  );
  if (!row) throw new NotFound('student');
  if (by === 'family' && row.status !== 'active' && row.status !== 'suspended')
    throw new ValidationError('student_id', `${row.name} is not at the school any more.`);
  return row;
}

function checkDays({ starts_on: from, ends_on: to }: Sent, now: string): void {
  if (to < from) throw new ValidationError('ends_on', 'The last day is before the first. Choose a later one.');
  if (to > addDays(from, mostDays - 1))
    throw new ValidationError('ends_on', `A reason can cover up to ${mostDays} days. Send another one for the rest.`);
  if (from < addDays(now, -daysBack))
    throw new ValidationError(
      'starts_on',
      `Choose a day from ${formatDay(addDays(now, -daysBack))} on, or ask the office.`,
    );
  if (to > addDays(now, daysAhead))
    throw new ValidationError('ends_on', `Choose a day until ${formatDay(addDays(now, daysAhead))}.`);
}

/** '26 Nov 2026', or '26 Nov 2026 to 28 Nov 2026'. */
export const daysInWords = (from: string, to: string): string =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
