import { sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { addDays, formatDay, today, type Day } from '#kernel/dates.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { countOf } from '#ui/format.ts';
import { Board } from '../draft/board.ts';
import { checkDraft } from '../draft/checks.ts';
import { countChange, lockTimetable, type LockedTimetable, readDraft } from '../draft/lock-draft.ts';
import type { PublishTimetable } from './version-fields.ts';
import { employeesOf, notify } from '#kernel/notify.ts';
import { weekdayName } from '../timetable.ts';

/**
 * Makes a draft the timetable from a day on. The one that is valid then ends the day before; if a later one is published
 * already, this one ends the day before that. Returns what to say.
 */
export async function publishTimetable(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  input: z.output<typeof PublishTimetable>,
): Promise<string> {
  const { validFrom } = input;
  const timetable = await lockAll(tx, actor, timetableId);
  const { institutionId, name } = timetable;
  if (timetable.isPublished) throw new Conflict(`${name} is already published.`);
  await refuseDay(tx, timetable, validFrom, today(membershipIn(actor, institutionId)!.timeZone));
  const draft = await readDraft(tx, [institutionId], timetableId);
  if (!draft.lessons.some(({ weekday }) => weekday !== null))
    throw new ValidationError('form', `${name} has no placed lessons yet, so there is nothing to publish.`);
  const { unplaced, problems } = checkDraft(new Board(draft));
  if (!input.acceptsProblems && unplaced.length + problems.length > 0)
    throw new ValidationError('acceptsProblems', 'Read the check list, then tick the box to confirm it.');
  const until = await makeWay(tx, institutionId, validFrom);
  await tx.execute(sql`update timetables set valid_from = ${validFrom}, valid_until = ${until}, published_at = now(),
      published_by = ${actor.accountId} where (institution_id, id) = (${institutionId}, ${timetableId})`);
  await countChange(tx, timetable);
  await record(tx, actor, 'timetable.publishTimetable', {
    institutionId,
    summary: `published the timetable ${name} from ${formatDay(validFrom)}`,
    subject: { type: 'timetable', id: timetableId },
    details: { validFrom, validUntil: until, unplaced: unplaced.length, problems: problems.length },
  });
  await notifyOfTimetable(tx, actor, timetable, input);
  const rest = unplaced.length > 0 ? ` ${countOf(unplaced.length, 'lesson')} without a place.` : '';
  return `${name} is the timetable from ${dayInWords(validFrom)}.${rest}`;
}

/** Takes back what was published for a day that has not come, so that it can be edited again. */
export async function withdrawTimetable(tx: Tx, actor: Actor, timetableId: number): Promise<string> {
  const timetable = await lockAll(tx, actor, timetableId);
  const { institutionId, name } = timetable;
  const [row] = await query<{ from: Day | null; until: Day | null }>(tx)`
    select valid_from::text as from, valid_until::text as until from timetables
      where (institution_id, id) = (${institutionId}, ${timetableId})`;
  const { from, until } = row!;
  if (from === null) throw new Conflict(`${name} is not published.`);
  if (from <= today(membershipIn(actor, institutionId)!.timeZone))
    throw new Conflict(`${name} started on ${formatDay(from)}, so it stays in the history. Publish another one.`);
  await tx.execute(sql`update timetables set valid_from = null, valid_until = null, published_at = null, published_by = null
    where (institution_id, id) = (${institutionId}, ${timetableId})`);
  await tx.execute(sql`update timetables set valid_until = ${until}::date where institution_id = ${institutionId}
    and valid_until = ${addDays(from, -1)}::date and valid_from <= valid_until`);
  await countChange(tx, timetable);
  await record(tx, actor, 'timetable.withdrawTimetable', {
    institutionId,
    summary: `withdrew the timetable ${name}, which was to begin on ${formatDay(from)}`,
    subject: { type: 'timetable', id: timetableId },
  });
  return `${name} is a draft again.`;
}

/** All versions of the institution, in the order of their ids: days of several change. */
async function lockAll(tx: Tx, actor: Actor, timetableId: number): Promise<LockedTimetable> {
  const [found] = await query<{ institutionId: number }>(tx)`select institution_id as "institutionId" from timetables
      where institution_id = any (${sql.param(actor.institutions.map(({ id }) => id))}::int[]) and id = ${timetableId}`;
  if (found)
    await tx.execute(sql`select id from timetables where institution_id = ${found.institutionId}
      and (published_at is not null or id = ${timetableId}) order by id for no key update`);
  const timetable = await lockTimetable(tx, actor, timetableId);
  allow(actor, 'timetable.publish', timetable.institutionId);
  return timetable;
}

async function refuseDay(tx: Tx, { institutionId, sessionId }: LockedTimetable, day: Day, now: Day): Promise<void> {
  if (day < now) throw new ValidationError('validFrom', 'This day is over. Choose today or a later day.');
  const [session] = await query<{ name: string; starts: Day; ends: Day }>(tx)`
    select name, starts_on::text as starts, ends_on::text as ends from academic_sessions
      where (institution_id, id) = (${institutionId}, ${sessionId}) for share`;
  const { name, starts, ends } = session!;
  if (day < starts || day > ends)
    throw new ValidationError('validFrom', `Choose a day in ${name}: from ${formatDay(starts)} to ${formatDay(ends)}.`);
}

/** Ends the version that is valid on the day; returns the last day before the next one that is already published. */
async function makeWay(tx: Tx, institutionId: number, from: Day): Promise<Day | null> {
  const [next] = await query<{ from: Day }>(tx)`
    select valid_from::text as from from timetables where institution_id = ${institutionId} and valid_from > ${from}
      and (valid_until is null or valid_until >= valid_from) order by valid_from limit 1`;
  await tx.execute(sql`update timetables set valid_until = ${addDays(from, -1)}::date
    where institution_id = ${institutionId} and valid_from <= ${from} and (valid_until is null or valid_until >= ${from})`);
  return next ? addDays(next.from, -1) : null;
}

/** 'Monday, 12 Jan 2027'. */
const dayInWords = (day: Day): string =>
  `${weekdayName(new Date(`${day}T12:00:00Z`).getUTCDay() || 7)}, ${formatDay(day)}`;

/** A notification to those who were ticked: teachers with lessons, students of the batches, their guardians. */
async function notifyOfTimetable(
  tx: Tx,
  actor: Actor,
  { institutionId, id, name }: LockedTimetable,
  input: z.output<typeof PublishTimetable>,
): Promise<void> {
  const students = sql`select s.id from students s where s.institution_id = ${institutionId} and s.status = 'active'
    and s.batch_id in (select b.batch_id from booked_batches b where b.institution_id = ${institutionId} and b.timetable_id = ${id})`;
  const accounts: SQL[] = [
    ...(input.tellsTeachers
      ? [
          employeesOf(
            institutionId,
            sql`select t.employee_id from booked_teachers t where t.institution_id = ${institutionId} and t.timetable_id = ${id}`,
          ),
        ]
      : []),
    ...(input.tellsStudents
      ? [
          sql`select m.account_id from memberships m where m.institution_id = ${institutionId} and m.suspended_at is null
            and m.student_id in (${students})`,
        ]
      : []),
    ...(input.tellsGuardians
      ? [
          sql`select m.account_id from memberships m
            join student_guardians g on (g.institution_id, g.guardian_id) = (m.institution_id, m.guardian_id)
            where m.institution_id = ${institutionId} and m.suspended_at is null and g.student_id in (${students})`,
        ]
      : []),
  ];
  if (accounts.length === 0) return;
  await notify(tx, {
    institutionId,
    to: sql.join(accounts, sql` union `),
    except: actor.accountId,
    kind: 'timetable.published',
    href: '/my-timetable',
    subject: `timetable:${id}`,
    title: `New timetable from ${dayInWords(input.validFrom)}`,
    body: name,
  });
}
