import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { formatTime } from '#kernel/dates.ts';
import { NotFound, Refused, refuseDuplicate } from '#kernel/errors.ts';
import { choice, line } from '#kernel/schemas.ts';
import { countChange, lockDraft } from '../draft/lock-draft.ts';
import { patternAsShown } from '../draft/as-shown.ts';
import { asShown, refuseNewer } from '../draft/refuse-newer.ts';
import { patternsOf } from './bells.queries.ts';
import { keyedRows } from '../keyed-rows.ts';
import { keepPlaces } from '../lessons/keep-places.ts';
import { periodKinds, weekdayName } from '../timetable.ts';
import { insertPattern, writeBells, type BellInput } from './usual-bells.ts';

const time = z
  .string('Enter a time.')
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, 'Enter a time, for example 08:40.')
  .transform((text) => text.slice(0, 5));

const BellRow = z.object({
  kind: choice(periodKinds),
  name: line(40, 'Name'),
  startsAt: time,
  endsAt: time,
});

export const SavePattern = z.object({
  shown: asShown,
  name: line(60, 'Name'),
  bells: keyedRows(BellRow, {
    ...{ most: 40, none: 'Add a period.', tooMany: 'A day can have up to 40 periods.' },
  }),
});

/** Adds a pattern of bells, or changes one. Lessons that no longer fit go back to the tray; returns how many. */
export async function savePattern(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  patternId: number | null,
  { name, bells, shown }: z.output<typeof SavePattern>,
): Promise<number> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const { institutionId } = timetable;
  const ordered = inOrder(bells);
  const taken: Record<string, [string, string]> = {
    bell_patterns_name: ['name', `There is a pattern named ${name} already. Choose a different name.`],
  };
  if (patternId === null)
    await refuseDuplicate(insertPattern(tx, institutionId, timetableId, { name, bells: ordered }), taken);
  else {
    const current = (await patternsOf(tx, actor, timetableId)).find(({ id }) => id === patternId);
    if (!current) throw new NotFound('pattern');
    refuseNewer(shown, patternAsShown(current));
    const rows = await refuseDuplicate(
      rowsOf<{ id: number }>(
        tx,
        sql`update bell_patterns set name = ${name}
          where (institution_id, timetable_id, id) = (${institutionId}, ${timetableId}, ${patternId}) returning id::int as id`,
      ),
      taken,
    );
    if (rows.length === 0) throw new NotFound('pattern');
    await writeBells(tx, institutionId, patternId, ordered);
  }
  const backInTray = await keepPlaces(tx, institutionId, timetableId);
  await record(tx, actor, 'timetable.saveBells', {
    institutionId,
    summary: `${patternId === null ? 'added' : 'edited'} the bells ${name} of ${timetable.name}`,
    subject: { type: 'timetable', id: timetableId },
    details: { patternId, bells: ordered, backInTray },
  });
  await countChange(tx, timetable);
  return backInTray;
}

/** By their beginning; refuses what overlaps. */
function inOrder(bells: (BellInput & { key: string })[]): BellInput[] {
  const ordered = bells.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt));
  for (const [at, { startsAt, endsAt, name, key }] of ordered.entries()) {
    if (endsAt <= startsAt) throw new Refused(`bells.${key}.endsAt`, `${name} ends before it begins.`);
    const next = ordered[at + 1];
    if (next && next.startsAt < endsAt)
      throw new Refused(
        `bells.${next.key}.startsAt`,
        `${next.name} begins before ${name} ends, at ${formatTime(endsAt)}.`,
      );
  }
  if (!ordered.some(({ kind }) => kind === 'lesson')) throw new Refused('bells', 'Add a period for lessons.');
  return ordered.map(({ key: _, ...bell }) => bell);
}

/** Removes a pattern that no day uses. */
export async function removePattern(tx: Tx, actor: Actor, timetableId: number, patternId: number): Promise<string> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const { institutionId } = timetable;
  const [row] = await rowsOf<{ name: string; weekdays: number[] }>(
    tx,
    sql`select p.name, array(select d.weekday from timetable_days d
          where (d.institution_id, d.timetable_id, d.pattern_id) = (p.institution_id, p.timetable_id, p.id) order by 1) as weekdays
      from bell_patterns p where (p.institution_id, p.timetable_id, p.id) = (${institutionId}, ${timetableId}, ${patternId})`,
  );
  if (!row) throw new NotFound('pattern');
  if (row.weekdays.length > 0)
    throw new Refused(
      'form',
      `${row.name} rings on ${row.weekdays.map(weekdayName).join(', ')}. Choose another pattern there first.`,
    );
  await tx.execute(sql`delete from bell_patterns where (institution_id, id) = (${institutionId}, ${patternId})`);
  await record(tx, actor, 'timetable.removeBells', {
    institutionId,
    summary: `removed the bells ${row.name} from ${timetable.name}`,
    subject: { type: 'timetable', id: timetableId },
  });
  await countChange(tx, timetable);
  return row.name;
}
