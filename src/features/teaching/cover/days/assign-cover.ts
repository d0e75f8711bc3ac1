import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { record, sentence } from '#kernel/audit.ts';
import { allow, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { formatDay, today, formatTime } from '#kernel/dates.ts';
import { databaseError, NotFound, ValidationError } from '#kernel/errors.ts';
import { day, emptyIsNull, id, optionalLine } from '#kernel/schemas.ts';
import { awayFrom, isAwayDuring, type Away } from './away.ts';
import { lessonsToCover, type CoverLesson, candidatesFor } from './cover-day.queries.ts';
import { lockCoverDay, noteChange } from '../telling/note-change.ts';

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
  const { institutionId, onDate, substituteId, note } = input;
  if (!institutionsWhere(actor, 'cover.view', 'cover.edit').includes(institutionId)) throw new NotFound('lesson');
  allow(actor, 'cover.edit', institutionId);
  if (onDate < today(membershipIn(actor, institutionId)!.timeZone))
    throw new ValidationError('onDate', 'This day is over. Choose today or a later day.');
  await lockCoverDay(tx, institutionId, onDate);
  const lesson = (await lessonsToCover(tx, institutionId, onDate, [{ employeeId: input.absentId, half: null }])).find(
    (one) => one.lessonId === input.lessonId && one.partId === input.partId && one.absentId === input.absentId,
  );
  if (!lesson) throw new NotFound('lesson');
  const before = lesson.substituteId;
  const words = await wordsOf(tx, input, lesson);
  // Pressed twice, or sent again after a lost answer: it is so already, and everybody knows.
  if (before === substituteId && lesson.note === note) return words.flash;
  if (before !== input.wasSubstituteId)
    throw new ValidationError(
      'substituteId',
      `Someone else has ${lesson.substitute ? `assigned this lesson to ${lesson.substitute}` : 'unassigned this lesson'} in the meantime. Review it again.`,
    );
  if (substituteId === null) await remove(tx, input);
  else await write(tx, actor, input, lesson);
  await record(tx, actor, substituteId === null ? 'cover.remove' : 'cover.assign', {
    institutionId,
    summary: words.summary,
    subject: { type: 'employee', id: input.absentId },
    details: { onDate, lessonId: input.lessonId, partId: input.partId, before, substituteId },
  });
  if (before !== substituteId) await noteChange(tx, actor, input, before);
  return words.flash;
}

const remove = (tx: Tx, { institutionId, onDate, lessonId, partId, absentId }: Input) =>
  tx.execute(sql`delete from covers where (institution_id, on_date, lesson_id, part_id, absent_id)
    = (${institutionId}, ${onDate}::date, ${lessonId}, ${partId}, ${absentId})`);

async function write(tx: Tx, actor: Actor, input: Input, lesson: CoverLesson): Promise<void> {
  const { institutionId, onDate, lessonId, partId, absentId, substituteId, note } = input;
  const { absent, startsAt } = lesson;
  const away = await awayFrom(tx, institutionId, onDate);
  refuseOwnGain(actor, input, away);
  const free = await candidatesFor(tx, institutionId, onDate, lesson, [
    ...away.flatMap((one) => (isAwayDuring(one, lesson) ? one.employeeId : [])),
    absentId,
  ]);
  if (!free.some((one) => one.id === substituteId))
    throw new ValidationError(
      'substituteId',
      `This teacher is not free at ${formatTime(startsAt)}. Choose a teacher from the list.`,
    );
  try {
    await tx.execute(sql`insert into covers (institution_id, on_date, lesson_id, part_id, absent_id, substitute_id, periods, note, account_id)
      select ${institutionId}, ${onDate}::date, l.id, ${partId}, ${absentId}, ${substituteId}, l.periods, ${note}, ${actor.accountId}
      from lessons l where (l.institution_id, l.id) = (${institutionId}, ${lessonId})
      on conflict (institution_id, on_date, lesson_id, part_id, absent_id)
        do update set substitute_id = excluded.substitute_id, note = excluded.note, account_id = excluded.account_id`);
  } catch (error) {
    if (databaseError(error)?.constraint !== 'covers_one_place') throw error;
    throw new ValidationError(
      'substituteId',
      `This teacher covers another lesson at that time. Choose another teacher for ${absent}.`,
    );
  }
}

/**
 * A cover opens the register of the class. Who can't open it anyway gives it to themselves only if somebody has recorded
 * that the teacher is away.
 */
function refuseOwnGain(actor: Actor, { institutionId, absentId, substituteId }: Input, away: readonly Away[]): void {
  const { employeeIds, permissions } = membershipIn(actor, institutionId)!;
  if (!employeeIds.includes(substituteId!) || permissions.has('attendance.take')) return;
  if (away.some(({ employeeId, isRecorded }) => employeeId === absentId && isRecorded)) return;
  throw new ValidationError(
    'substituteId',
    'This teacher is not recorded as away, so you can’t take the lesson yourself. Ask a colleague to assign it to you, or have the absence recorded.',
  );
}

async function wordsOf(tx: Tx, { institutionId, onDate, substituteId, absentId }: Input, lesson: CoverLesson) {
  const what = `${lesson.courses}, ${lesson.batches}, on ${formatDay(onDate)}`;
  const absent = { of: 'employee', id: absentId, name: lesson.absent };
  if (substituteId === null)
    return {
      summary: sentence`removed the cover of ${what} for ${absent}`,
      flash: `Nobody covers ${what} now.`,
    };
  const [row] = await query<{ name: string }>(tx)`
    select first_name || ' ' || surname as name from employees where (institution_id, id) = (${institutionId}, ${substituteId})`;
  if (!row) throw new ValidationError('substituteId', 'Choose a teacher from the list.');
  return {
    summary: sentence`gave ${what} of ${absent} to ${{ of: 'employee', id: substituteId, name: row.name }}`,
    flash: `${row.name} covers ${what}.`,
  };
}
