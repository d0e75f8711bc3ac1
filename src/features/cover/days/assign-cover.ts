import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { record, sentence } from '#kernel/audit.ts';
import { allow, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { formatDay, today, type Day } from '#kernel/dates.ts';
import { databaseError, NotFound, Refused } from '#kernel/errors.ts';
import { employeesOf, notify } from '#kernel/notify.ts';
import { day, emptyIsNull, id, optionalLine } from '#kernel/schemas.ts';
import { awayFrom } from './away.ts';
import { candidatesFor } from './candidates.queries.ts';
import { lessonsToCover, type CoverLesson } from './cover-day.queries.ts';

export const AssignCover = z.object({
  institutionId: id,
  onDate: day,
  lessonId: id,
  partId: id,
  absentId: id,
  /** Empty: nobody takes it any more. */
  substituteId: emptyIsNull(id),
  /** Who took it on the page; a change of somebody else meanwhile is refused. */
  wasSubstituteId: emptyIsNull(id),
  note: optionalLine(200, 'Note'),
});
type Input = z.output<typeof AssignCover>;

/** Assigns a lesson of an absent teacher for a day, changes who takes it, or takes it back. */
export async function assignCover(tx: Tx, actor: Actor, input: Input): Promise<string> {
  const { institutionId, onDate, substituteId } = input;
  if (!institutionsWhere(actor, 'cover.view', 'cover.edit').includes(institutionId)) throw new NotFound('lesson');
  allow(actor, 'cover.edit', institutionId);
  if (onDate < today(membershipIn(actor, institutionId)!.timeZone))
    throw new Refused('onDate', 'This day is over. Choose today or a later day.');
  // One after the other for a day: two people do not hand out the same teacher.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('cover ' || ${institutionId} || ' ' || ${onDate}, 0))`,
  );
  const lesson = (await lessonsToCover(tx, institutionId, onDate, [input.absentId])).find(
    (one) => one.lessonId === input.lessonId && one.partId === input.partId && one.absentId === input.absentId,
  );
  if (!lesson) throw new NotFound('lesson');
  if (lesson.substituteId !== input.wasSubstituteId)
    throw new Refused(
      'substituteId',
      `Somebody else has ${lesson.substitute ? `given this lesson to ${lesson.substitute}` : 'taken this lesson back'} meanwhile. Look at it again.`,
    );
  const before = lesson.substituteId;
  if (substituteId === null) await remove(tx, input);
  else await write(tx, actor, input, lesson);
  const words = await summarise(tx, input, lesson);
  await record(tx, actor, substituteId === null ? 'cover.remove' : 'cover.assign', {
    institutionId,
    summary: words.summary,
    subject: { type: 'employee', id: input.absentId },
    details: { onDate, lessonId: input.lessonId, partId: input.partId, before, substituteId },
  });
  if (before !== null && before !== substituteId)
    await tell(
      tx,
      actor,
      institutionId,
      before,
      `You no longer cover ${lesson.courses}, ${lesson.batches}`,
      onDate,
      lesson,
    );
  if (substituteId !== null && before !== substituteId)
    await tell(
      tx,
      actor,
      institutionId,
      substituteId,
      `You cover ${lesson.courses}, ${lesson.batches}`,
      onDate,
      lesson,
    );
  return words.flash;
}

const remove = (tx: Tx, { institutionId, onDate, lessonId, partId, absentId }: Input) =>
  tx.execute(sql`delete from covers where (institution_id, on_date, lesson_id, part_id, absent_id)
    = (${institutionId}, ${onDate}::date, ${lessonId}, ${partId}, ${absentId})`);

async function write(tx: Tx, actor: Actor, input: Input, { absent, startsAt }: CoverLesson): Promise<void> {
  const { institutionId, onDate, lessonId, partId, absentId, substituteId, note } = input;
  const away = await awayFrom(tx, institutionId, onDate);
  const free = await candidatesFor(tx, institutionId, onDate, input, [...away.map((one) => one.employeeId), absentId]);
  if (!free.some((one) => one.id === substituteId))
    throw new Refused('substituteId', `This teacher is not free at ${startsAt}. Choose somebody from the list.`);
  try {
    await tx.execute(sql`insert into covers (institution_id, on_date, lesson_id, part_id, absent_id, substitute_id, periods, note, account_id)
      select ${institutionId}, ${onDate}::date, l.id, ${partId}, ${absentId}, ${substituteId}, l.periods, ${note}, ${actor.accountId}
      from lessons l where (l.institution_id, l.id) = (${institutionId}, ${lessonId})
      on conflict (institution_id, on_date, lesson_id, part_id, absent_id)
        do update set substitute_id = excluded.substitute_id, note = excluded.note, account_id = excluded.account_id`);
  } catch (error) {
    if (databaseError(error)?.constraint !== 'covers_one_place') throw error;
    throw new Refused(
      'substituteId',
      `This teacher covers another lesson at that time. Choose somebody else for ${absent}.`,
    );
  }
}

async function summarise(tx: Tx, { institutionId, onDate, substituteId, absentId }: Input, lesson: CoverLesson) {
  const what = `${lesson.courses}, ${lesson.batches}, on ${formatDay(onDate)}`;
  const absent = { of: 'employee', id: absentId, name: lesson.absent };
  if (substituteId === null)
    return { summary: sentence`took back the cover of ${what} for ${absent}`, flash: `Nobody covers ${what} now.` };
  const [row] = await rowsOf<{ name: string }>(
    tx,
    sql`select first_name || ' ' || surname as name from employees where (institution_id, id) = (${institutionId}, ${substituteId})`,
  );
  const substitute = { of: 'employee', id: substituteId, name: row!.name };
  return {
    summary: sentence`gave ${what} of ${absent} to ${substitute}`,
    flash: `${row!.name} covers ${what}.`,
  };
}

const tell = (
  tx: Tx,
  actor: Actor,
  institutionId: number,
  employeeId: number,
  title: string,
  onDate: Day,
  { startsAt, endsAt, room, absent }: CoverLesson,
) =>
  notify(tx, {
    ...{ institutionId, kind: 'cover.assigned', title, href: '/my-covers', except: actor.accountId },
    to: employeesOf(institutionId, sql`${employeeId}::bigint`),
    body: [`${formatDay(onDate)}, ${startsAt} to ${endsAt}`, room, `for ${absent}`].filter(Boolean).join(' · '),
  });
