import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { edits, mergeEdit } from '#kernel/edit/edit.ts';
import { ValidationError } from '#kernel/errors.ts';
import { emptyIsNull, id } from '#kernel/schemas.ts';
import { countChange, lockDraft } from '../draft/lock-draft.ts';
import { patternsOf, type Pattern } from './bells.queries.ts';
import { keepPlaces } from '../lessons/keep-places.ts';
import { weekdayName, weekdays } from '../timetable.ts';

const patternOfDay = emptyIsNull(id).default(null);
/** Which pattern rings on which day; none: no lessons. */
export const SaveDays = edits(
  z.object({
    monday: patternOfDay,
    tuesday: patternOfDay,
    wednesday: patternOfDay,
    thursday: patternOfDay,
    friday: patternOfDay,
    saturday: patternOfDay,
    sunday: patternOfDay,
  }),
);

/** The days as their form shows them. */
export const daysForm = (patterns: readonly Pick<Pattern, 'id' | 'weekdays'>[]): Record<string, number | null> =>
  Object.fromEntries(
    Object.entries(weekdays).map(([weekday, name]) => [
      name.toLowerCase(),
      patterns.find((one) => one.weekdays.includes(Number(weekday)))?.id ?? null,
    ]),
  );

/** Sets which pattern rings on which day. Lessons of a day that has none go back to the tray; returns how many. */
export async function saveDays(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  sent: z.output<typeof SaveDays>,
): Promise<number> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const { institutionId } = timetable;
  const known = await patternsOf(tx, actor, timetableId);
  const nameOf = (id: unknown) => known.find((pattern) => pattern.id === id)?.name ?? '';
  const { input, touched } = await mergeEdit(tx, actor, {
    fields: SaveDays,
    sent,
    current: daysForm(known),
    words: Object.fromEntries(Object.keys(SaveDays.shape).map((day) => [day, nameOf])),
    subject: { institutionId, type: 'timetable', id: timetableId },
    action: 'timetable.saveDays',
  });
  if (touched.size === 0) return 0;
  const days = Object.entries(weekdays).flatMap(([weekday, name]) => {
    const patternId = input[name.toLowerCase() as keyof typeof input];
    return patternId === null ? [] : { weekday: Number(weekday), patternId };
  });
  if (days.length === 0) throw new ValidationError('monday', 'Choose the bells of at least one day.');
  const [unknown] = days.filter(({ patternId }) => !known.some((pattern) => pattern.id === patternId));
  if (unknown) throw new ValidationError(weekdayName(unknown.weekday).toLowerCase(), 'Choose one from the list.');
  const backInTray = await emptyDays(
    tx,
    institutionId,
    timetableId,
    days.map(({ weekday }) => weekday),
  );
  await tx.execute(sql`insert into timetable_days (institution_id, timetable_id, weekday, pattern_id)
    select ${institutionId}, ${timetableId}, d.weekday, d."patternId"
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d (weekday int, "patternId" bigint)
    on conflict (institution_id, timetable_id, weekday) do update set pattern_id = excluded.pattern_id`);
  const more = await keepPlaces(tx, institutionId, timetableId);
  await record(tx, actor, 'timetable.saveDays', {
    institutionId,
    summary: `set the days of ${timetable.name}`,
    subject: { type: 'timetable', id: timetableId },
    details: { days },
  });
  await countChange(tx, timetable);
  return backInTray + more;
}

/** Removes the days that are not among these, with what lies on them. */
async function emptyDays(tx: Tx, institutionId: number, timetableId: number, kept: number[]): Promise<number> {
  const others = sql`institution_id = ${institutionId} and timetable_id = ${timetableId}
    and weekday <> all (${sql.param(kept)}::int[])`;
  for (const table of [sql`booked_teachers`, sql`booked_rooms`, sql`booked_batches`])
    await tx.execute(sql`delete from ${table} where ${others}`);
  const lessons = await query<{ id: number }>(
    tx,
    sql`update lessons set weekday = null, first_period = null, is_locked = false where ${others} returning id::int as id`,
  );
  await tx.execute(sql`delete from timetable_days where ${others}`);
  return lessons.length;
}
