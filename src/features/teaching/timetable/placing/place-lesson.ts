import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import { type Tx, withoutNestedLoops } from '#kernel/database.ts';
import { Conflict, NotFound, ValidationError, databaseError } from '#kernel/errors.ts';
import { emptyIsNull, id } from '#kernel/schemas.ts';
import { Board, placeText, type Clash } from '../draft/board.ts';
import { roomsFor } from '../draft/choose-rooms.ts';
import { clashesAt } from '../draft/clashes.ts';
import type { DraftLesson } from '../draft/draft.ts';
import { countChange, lockDraft, readDraft } from '../draft/lock-draft.ts';
import { sql, type SQL } from 'drizzle-orm';

const aWeekday = z.coerce.number('Choose a day.').int('Choose a day.').min(1, 'Choose a day.').max(7, 'Choose a day.');
const aPeriod = z.coerce
  .number('Choose a period.')
  .int('Choose a period.')
  .min(1, 'Choose a period.')
  .max(30, 'Choose a period.');

/** Where the lesson was on the screen: a drop on an older picture is refused. */
const was = { wasWeekday: emptyIsNull(aWeekday), wasPeriod: emptyIsNull(aPeriod) };

export const PlaceLesson = z.object({ lessonId: id, weekday: aWeekday, period: aPeriod, ...was });
export const SwapLessons = z.object({ lessonId: id, otherLessonId: id });

/** What changed, for the page of the one who changed it. */
export interface PlacementResult {
  revision: number;
  lessons: DraftLesson[];
  /** What is not as wished, in words. */
  warnings: string[];
}

/** Puts a lesson at a day and period, from the tray or from elsewhere, with its room. */
export async function placeLesson(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  { lessonId, weekday, period, wasWeekday, wasPeriod }: z.output<typeof PlaceLesson>,
): Promise<PlacementResult> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const board = new Board(await readDraft(tx, [timetable.institutionId], timetableId));
  const lesson = movable(board, lessonId);
  if (lesson.weekday !== wasWeekday || lesson.period !== wasPeriod) throw new Conflict(movedMeanwhile(lesson));
  const found = clashesAt(board, lesson, weekday, period);
  refuseHard(found);
  const moved = { ...lesson, weekday, period, rooms: roomsFor(board, lesson, weekday, period).rooms };
  await writePlaces(tx, timetable.institutionId, timetableId, [asPlace(moved)]);
  await record(tx, actor, 'timetable.placeLesson', {
    institutionId: timetable.institutionId,
    summary: `placed ${board.wordsOf(lesson)} on ${placeText(weekday, period)} of ${timetable.name}`,
    subject: { type: 'timetable', id: timetableId },
    details: { lessonId, from: [wasWeekday, wasPeriod], to: [weekday, period] },
  });
  const warnings = found.map(({ words }) => words);
  return { revision: await countChange(tx, timetable), lessons: [moved], warnings };
}

/** Two lessons change places. */
export async function swapLessons(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  { lessonId, otherLessonId }: z.output<typeof SwapLessons>,
): Promise<PlacementResult> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const board = new Board(await readDraft(tx, [timetable.institutionId], timetableId));
  const [one, other] = [placed(board, lessonId), placed(board, otherLessonId)];
  const first = clashesAt(board, one, other.weekday, other.period, [other.id]);
  refuseHard(first);
  const oneMoved = moveTo(one, other, roomsFor(board, one, other.weekday, other.period, [other.id]).rooms);
  board.move({ ...other, weekday: null, period: null, rooms: [] });
  board.move(oneMoved);
  const second = clashesAt(board, other, one.weekday, one.period);
  refuseHard(second);
  const otherMoved = moveTo(other, one, roomsFor(board, other, one.weekday, one.period).rooms);
  await writePlaces(tx, timetable.institutionId, timetableId, [asPlace(oneMoved), asPlace(otherMoved)]);
  await record(tx, actor, 'timetable.swapLessons', {
    institutionId: timetable.institutionId,
    summary: `swapped ${board.wordsOf(one)} and ${board.wordsOf(other)} in ${timetable.name}`,
    subject: { type: 'timetable', id: timetableId },
    details: { lessonId, otherLessonId },
  });
  const warnings = [...first, ...second].map(({ words }) => words);
  return { revision: await countChange(tx, timetable), lessons: [oneMoved, otherMoved], warnings };
}

const moveTo = (
  lesson: DraftLesson,
  { weekday, period }: { weekday: number; period: number },
  rooms: DraftLesson['rooms'],
): DraftLesson => ({ ...lesson, weekday, period, rooms });

export const asPlace = ({ id: lessonId, weekday, period, rooms }: DraftLesson) => ({
  lessonId,
  weekday,
  period,
  rooms,
});

function movable(board: Board, lessonId: number): DraftLesson {
  const lesson = board.lessons.get(lessonId);
  if (!lesson) throw new NotFound('lesson');
  if (lesson.isLocked)
    throw new ValidationError('form', `${board.wordsOf(lesson)} is locked in place. Unlock it before you move it.`);
  return lesson;
}

export function placed(board: Board, lessonId: number): DraftLesson & { weekday: number; period: number } {
  const lesson = movable(board, lessonId);
  const { weekday, period } = lesson;
  if (weekday === null || period === null)
    throw new Conflict(`${board.wordsOf(lesson)} has since been returned to the tray. Nothing was changed.`);
  return { ...lesson, weekday, period };
}

const movedMeanwhile = ({ weekday, period }: DraftLesson): string =>
  weekday === null || period === null
    ? 'Someone else has returned this lesson to the tray in the meantime, so your move was not saved.'
    : `Someone else has moved this lesson to ${placeText(weekday, period)} in the meantime, so your move was not saved.`;

export function refuseHard(clashes: Clash[]): void {
  const hard = clashes.filter(({ isHard }) => isHard);
  if (hard.length > 0) throw new ValidationError('form', hard.map(({ words }) => words).join(' '));
}

/** Where a lesson goes; without a weekday, back to the tray. */
export interface Place {
  lessonId: number;
  weekday: number | null;
  period: number | null;
  rooms?: readonly { partId: number; roomId: number }[];
}

const clashes: Record<string, string> = {
  booked_teachers_clash: 'The teacher has another lesson then.',
  booked_rooms_clash: 'The room is taken then.',
  booked_batches_clash: 'The class has another lesson then.',
};

/**
 * Moves lessons of a locked draft, all at once: two can change places. The database refuses what clashes, whatever was
 * checked before.
 */
export const writePlaces = (
  tx: Tx,
  institutionId: number,
  timetableId: number,
  places: readonly Place[],
): Promise<void> =>
  places.length > many
    ? withoutNestedLoops(tx, () => write(tx, institutionId, timetableId, places))
    : write(tx, institutionId, timetableId, places);

const many = 50;

async function write(tx: Tx, institutionId: number, timetableId: number, places: readonly Place[]): Promise<void> {
  const moved = recordset(places);
  const ids = sql`(select m."lessonId" from ${moved})`;
  await tx.execute(sql`
    with t as (delete from booked_teachers where institution_id = ${institutionId} and lesson_id in ${ids}),
      r as (delete from booked_rooms where institution_id = ${institutionId} and lesson_id in ${ids})
    delete from booked_batches where institution_id = ${institutionId} and lesson_id in ${ids}`);
  await tx.execute(sql`update lessons l set weekday = m.weekday, first_period = m.period,
      is_locked = l.is_locked and m.weekday is not null
    from ${moved} where l.institution_id = ${institutionId} and l.timetable_id = ${timetableId} and l.id = m."lessonId"`);
  try {
    // Nothing of them is booked any more, so that pieces cannot clash where the whole does not.
    for (let from = 0; from < places.length; from += placesPerStatement)
      await book(tx, institutionId, timetableId, places.slice(from, from + placesPerStatement));
  } catch (error) {
    const { constraint } = databaseError(error) ?? {};
    throw constraint && constraint in clashes ? new ValidationError('form', clashes[constraint]!) : error;
  }
}

/** Each statement stays far from the limit of its time, also for a whole school on a busy machine. */
const placesPerStatement = 100;

async function book(tx: Tx, institutionId: number, timetableId: number, places: readonly Place[]): Promise<void> {
  const moved = recordset(places);
  await tx.execute(sql`
    with ${bookings(institutionId, timetableId, sql`(select m."lessonId" from ${moved})`)},
      r as (insert into booked_rooms (institution_id, room_id, timetable_id, lesson_id, part_id, weekday, periods)
        select l.institution_id, x."roomId", l.timetable_id, l.id, x."partId", l.weekday, l.periods from ${moved}
        join lesson l on l.id = m."lessonId"
        cross join lateral jsonb_to_recordset(coalesce(m.rooms, '[]')) as x ("partId" bigint, "roomId" bigint))
    select`);
}

const recordset = (places: readonly Place[]): SQL => sql`jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
  as m ("lessonId" bigint, weekday int, period int, rooms jsonb)`;

/** For a `with`: books teachers and batches of the placed lessons among `ids`, which are there as `lesson`. */
const bookings = (institutionId: number, timetableId: number, ids: SQL): SQL => sql`
  lesson as (select institution_id, timetable_id, id, set_id, weekday, periods from lessons
    where institution_id = ${institutionId} and timetable_id = ${timetableId} and weekday is not null and id in ${ids}),
  t as (insert into booked_teachers (institution_id, employee_id, timetable_id, lesson_id, part_id, weekday, periods)
    select l.institution_id, y.employee_id, l.timetable_id, l.id, p.id, l.weekday, l.periods from lesson l
    join lesson_parts p on (p.institution_id, p.set_id) = (l.institution_id, l.set_id)
    join part_teachers y on (y.institution_id, y.part_id) = (p.institution_id, p.id)),
  b as (insert into booked_batches (institution_id, batch_id, timetable_id, lesson_id, weekday, periods)
    select distinct l.institution_id, k.batch_id, l.timetable_id, l.id, l.weekday, l.periods from lesson l
    join lesson_parts p on (p.institution_id, p.set_id) = (l.institution_id, l.set_id)
    join part_courses k on (k.institution_id, k.part_id) = (p.institution_id, p.id)
    left join course_offerings o on (o.institution_id, o.batch_id, o.course_id) = (k.institution_id, k.batch_id, k.course_id)
    where not coalesce(o.is_carry_over, false))`;
