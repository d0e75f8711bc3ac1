import { sql, or, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsWhere, membershipIn, type Actor, institutionsInView } from '#kernel/actor.ts';
import { record, sentence } from '#kernel/audit.ts';
import { query, type Tx, type Db } from '#kernel/database.ts';
import { addDays, formatDay, today, type Day } from '#kernel/dates.ts';
import { NotFound, ValidationError, orNotFound } from '#kernel/errors.ts';
import { employeesOf, notify } from '#kernel/notify.ts';
import { choice, day, id } from '#kernel/schemas.ts';
import {
  daysAhead,
  daysBack,
  excuseKinds,
  mostDays,
  mostOpen,
  type ExcuseKind,
  type ExcuseState,
} from './excuse-labels.ts';
import { bounded, type BoundedList } from '#kernel/database/bounded.ts';
import { childrenOf } from '#features/people/students/students.policy.ts';
import { clipped } from '#kernel/clipped.ts';

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
      `${mostOpen} notes about ${name} are already waiting for an answer. Ask the school.`,
    );
  const [made] = await query<{ id: number }>(tx)`
    insert into attendance_excuses (institution_id, student_id, starts_on, ends_on, kind, reason, account_id)
      values (${institutionId}, ${sent.student_id}, ${sent.starts_on}, ${sent.ends_on}, ${sent.kind}, ${sent.reason}, ${actor.accountId})
      returning id::bigint as id`;
  const days = daysText(sent.starts_on, sent.ends_on);
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
  const [row] = await query<Student & { status: string }>(tx)`
    select s.institution_id as "institutionId", concat_ws(' ', s.first_name, s.surname) as name, s.batch_id::bigint as "batchId", s.status,
        (select count(*)::int from attendance_excuses x where (x.institution_id, x.student_id) = (s.institution_id, s.id)
          and x.state = 'open') as open
      from students s where s.id = ${studentId} and s.merged_into_id is null and (${isReachable}) for share of s`;
  if (!row) throw new NotFound('student');
  if (by === 'family' && row.status !== 'active' && row.status !== 'suspended')
    throw new ValidationError('student_id', `${row.name} is no longer at the school.`);
  return row;
}

function checkDays({ starts_on: from, ends_on: to }: Sent, now: string): void {
  if (to < from) throw new ValidationError('ends_on', 'The last day is before the first. Choose a later one.');
  if (to > addDays(from, mostDays - 1))
    throw new ValidationError('ends_on', `A reason can cover up to ${mostDays} days. Send another note for the rest.`);
  if (from < addDays(now, -daysBack))
    throw new ValidationError(
      'starts_on',
      `Choose a day from ${formatDay(addDays(now, -daysBack))} on, or ask the office.`,
    );
  if (to > addDays(now, daysAhead))
    throw new ValidationError('ends_on', `Choose a day up to ${formatDay(addDays(now, daysAhead))}.`);
}

/** '26 Nov 2026', or '26 Nov 2026 to 28 Nov 2026'. */
export const daysText = (from: string, to: string): string =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;

export const decidingExcuses = ['attendance.correct', 'attendance.takeOwn'] as const;
export const seeingExcuses = [...decidingExcuses, 'attendance.viewSelf'] as const;

/** Excuses `x` of students `s` on which the actor decides: all, or those of the batches that the actor leads. */
export function decidedBy(actor: Actor, wanted?: number): SQL {
  const ways = institutionsInView(actor, wanted, ...decidingExcuses).flatMap((id): SQL[] => {
    const { permissions, employeeIds } = membershipIn(actor, id)!;
    const here = sql`x.institution_id = ${id}`;
    if (permissions.has('attendance.correct')) return [here];
    if (employeeIds.length === 0) return [];
    return [
      sql`(${here} and s.batch_id in (select t.batch_id from batch_teachers t where t.institution_id = ${id}
        and t.employee_id = any (${sql.param(employeeIds)}::bigint[])))`,
    ];
  });
  return or(...ways) ?? sql`false`;
}

/** The actor's own record and children: students `s`. */
function ownStudents(actor: Actor, wanted?: number): SQL {
  const ways = institutionsInView(actor, wanted, 'attendance.viewSelf').flatMap((id): SQL[] => {
    const { studentIds, guardianIds } = membershipIn(actor, id)!;
    const here = sql`s.institution_id = ${id} and s.merged_into_id is null`;
    return [
      ...(studentIds.length ? [sql`(${here} and s.id = any (${sql.param(studentIds)}::bigint[]))`] : []),
      ...(guardianIds.length ? [sql`(${here} and s.id in ${childrenOf(id, guardianIds)})`] : []),
    ];
  });
  return or(...ways) ?? sql`false`;
}

export interface ExcuseRow {
  id: number;
  institutionId: number;
  studentId: number;
  student: string;
  batch: string | null;
  startsOn: Day;
  endsOn: Day;
  kind: ExcuseKind;
  reason: string;
  hasPaper: boolean;
  state: ExcuseState;
  answer: string | null;
  sentBy: string | null;
  sentAt: string;
  decidedBy: string | null;
  /** The reader sent it. */
  isMine: boolean;
  /** Of the reader or a child of theirs: somebody else decides. */
  isOwn: boolean;
}

const select = (actor: Actor, where: SQL) => sql`
  select x.id::bigint as id, x.institution_id as "institutionId", x.student_id::bigint as "studentId",
    concat_ws(' ', s.first_name, s.surname) as student, s.batch_name as batch, x.starts_on::text as "startsOn",
    x.ends_on::text as "endsOn", x.kind, x.reason, x.file_id is not null as "hasPaper", x.state, x.answer, a.name as "sentBy",
    to_char(x.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "sentAt", d.name as "decidedBy",
    coalesce(x.account_id = ${actor.accountId}::bigint, false) as "isMine",
    (${ownStudents(actor)}) as "isOwn"
  from attendance_excuses x join students s on (s.institution_id, s.id) = (x.institution_id, x.student_id)
  left join accounts a on a.id = x.account_id left join accounts d on d.id = x.decided_by where ${where}`;

const shown = 100;

/** On which the actor decides: open ones, the oldest first, or the latest decided ones. */
export const excusesToDecide = (
  db: Db,
  actor: Actor,
  isOpen: boolean,
  wanted?: number,
): Promise<BoundedList<ExcuseRow>> =>
  bounded(shown, (most) =>
    query<ExcuseRow>(
      db,
      isOpen
        ? sql`${select(actor, sql`x.state = 'open' and (${decidedBy(actor, wanted)})`)} order by x.created_at, x.id limit ${most}`
        : sql`${select(actor, sql`x.state <> 'open' and (${decidedBy(actor, wanted)})`)} order by x.decided_at desc, x.id desc limit ${most}`,
    ),
  );

export async function countOpenExcuses(db: Db, actor: Actor, wanted?: number): Promise<number> {
  const [row] = await query<{ n: number }>(db)`select count(*)::int as n from attendance_excuses x
      join students s on (s.institution_id, s.id) = (x.institution_id, x.student_id)
      where x.state = 'open' and (${decidedBy(actor, wanted)})`;
  return row!.n;
}

/** Of the actor's own record and children, latest first. */
export const ownExcuses = (db: Db, actor: Actor, wanted?: number): Promise<BoundedList<ExcuseRow>> =>
  bounded(
    shown,
    (most) => query<ExcuseRow>(db)`${select(actor, ownStudents(actor, wanted))} order by x.id desc limit ${most}`,
  );

export interface OwnStudent {
  id: number;
  name: string;
  batch: string | null;
  institutionId: number;
}

/** For whom the actor can send a reason. */
export const ownStudentsOf = (db: Db, actor: Actor, wanted?: number): Promise<OwnStudent[]> =>
  query<OwnStudent>(db)`
    select s.id::bigint as id, concat_ws(' ', s.first_name, s.surname) as name, s.batch_name as batch, s.institution_id as "institutionId"
      from students s where (${ownStudents(actor, wanted)}) and s.status in ('active', 'suspended') order by s.sort_name, s.id`;

/** One that the actor may see, and its paper. */
export async function findExcuse(db: Db, actor: Actor, id: number): Promise<ExcuseRow & { fileId: number | null }> {
  const seen = or(sql`(${decidedBy(actor)})`, sql`(${ownStudents(actor)})`)!;
  const [row] = await query<ExcuseRow & { fileId: number | null }>(db)`
    select e.*, (select f.file_id::bigint from attendance_excuses f where (f.institution_id, f.id) = (e."institutionId", e.id)) as "fileId"
      from (${select(actor, sql`x.id = ${id} and (${seen})`)}) e`;
  return orNotFound(row, 'reason for absence');
}

/** So long after an alert an answer to it is about that day. */
const daysToAnswer = 3;

/**
 * Makes an open reason of an answer to an alert: for the guardian’s children of whom it told, unless there is a reason for
 * the day already. Further answers, such as thanks, add nothing. The school decides on it as on any other,
 * and reads whether somebody else could have written it.
 */
export async function excuseFromReply(
  tx: Tx,
  institutionId: number,
  { outboxId, text, isVerified }: { outboxId: number | null; text: string; isVerified: boolean },
): Promise<void> {
  const said = text.normalize('NFC').trim();
  if (outboxId === null || said === '') return;
  const reason = isVerified ? clipped(said, 500) : `${clipped(said, 440)} (by text message, sender not verified)`;
  await tx.execute(sql`
    insert into attendance_excuses (institution_id, student_id, starts_on, ends_on, kind, reason)
    select a.institution_id, a.student_id, a.on_date, a.on_date, 'excused', ${reason}
    from outbox o join institutions i on i.id = o.institution_id
    join attendance_alerts a on a.institution_id = o.institution_id and a.kind = 'absent'
      and a.on_date = (o.created_at at time zone i.time_zone)::date
    join students s on (s.institution_id, s.id) = (a.institution_id, a.student_id) and s.merged_into_id is null
    where o.institution_id = ${institutionId} and o.id = ${outboxId} and o.event = 'attendance.absent'
      and o.created_at > now() - make_interval(days => ${daysToAnswer}::int)
      and (a.student_id = o.student_id or a.student_id in (select l.student_id from student_guardians l
        where l.institution_id = o.institution_id and l.guardian_id = o.guardian_id))
      and not exists (select from attendance_excuses x where (x.institution_id, x.student_id) = (a.institution_id, a.student_id)
        and a.on_date between x.starts_on and x.ends_on)
    order by a.student_id`);
}
