import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { record } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { mergeEdit } from '#kernel/edit/edit.ts';
import { NotFound, ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { changed } from '../draft/changed.ts';
import { countChange, lockDraft, type LockedTimetable } from '../draft/lock-draft.ts';
import { patternsOf, bellsText, EditPattern, inOrder, patternForm, type AddPattern } from './bells.ts';
import { keepPlaces } from '../lessons/save-set.ts';
import { weekdayName } from '../timetable.ts';
import { insertPattern, writeBells } from './usual-bells.ts';

const taken = (name: string): Record<string, [string, string]> => ({
  bell_patterns_name: ['name', `There is a pattern named ${name} already. Choose a different name.`],
});

/** Adds a pattern of bells. */
export async function addPattern(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  { name, bells }: z.output<typeof AddPattern>,
): Promise<void> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const ordered = inOrder(bells);
  const patternId = await refuseDuplicate(
    insertPattern(tx, timetable.institutionId, timetableId, { name, bells: ordered }),
    taken(name),
  );
  await finish(tx, actor, timetable, `added the bells ${name} of ${timetable.name}`, { patternId, bells: ordered });
}

/** Changes a pattern. Lessons that no longer fit go back to the tray; returns how many, and the name. */
export async function editPattern(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  patternId: number,
  sent: z.output<typeof EditPattern>,
): Promise<{ name: string; backInTray: number }> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const { institutionId } = timetable;
  const pattern = (await patternsOf(tx, actor, timetableId)).find(({ id }) => id === patternId);
  if (!pattern) throw new NotFound('pattern');
  const { input, touched } = await mergeEdit(tx, actor, {
    fields: EditPattern,
    sent,
    current: patternForm(pattern),
    words: { bells: bellsText },
    labels: { bells: 'Periods' },
    subject: { institutionId, actions: ['timetable.saveBells'] },
    isEntryOf: changed('patternId', patternId),
  });
  const { name } = input;
  if (touched.size === 0) return { name, backInTray: 0 };
  if (touched.has('name'))
    await refuseDuplicate(
      tx.execute(
        sql`update bell_patterns set name = ${name} where (institution_id, id) = (${institutionId}, ${patternId})`,
      ),
      taken(name),
    );
  const bells = inOrder(input.bells);
  if (touched.has('bells')) await writeBells(tx, institutionId, patternId, bells);
  const backInTray = touched.has('bells') ? await keepPlaces(tx, institutionId, timetableId) : 0;
  const details = { patternId, touched: [...touched], bells, backInTray };
  await finish(tx, actor, timetable, `edited the bells ${name} of ${timetable.name}`, details);
  return { name, backInTray };
}

async function finish(tx: Tx, actor: Actor, timetable: LockedTimetable, summary: string, details: object) {
  const { institutionId, id } = timetable;
  await record(tx, actor, 'timetable.saveBells', {
    institutionId,
    summary,
    subject: { type: 'timetable', id },
    details: { ...details },
  });
  await countChange(tx, timetable);
}

/** Removes a pattern that no day uses. */
export async function removePattern(tx: Tx, actor: Actor, timetableId: number, patternId: number): Promise<string> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const { institutionId } = timetable;
  const [row] = await query<{ name: string; weekdays: number[] }>(tx)`
    select p.name, array(select d.weekday from timetable_days d
          where (d.institution_id, d.timetable_id, d.pattern_id) = (p.institution_id, p.timetable_id, p.id) order by 1) as weekdays
      from bell_patterns p where (p.institution_id, p.timetable_id, p.id) = (${institutionId}, ${timetableId}, ${patternId})`;
  if (!row) throw new NotFound('pattern');
  if (row.weekdays.length > 0)
    throw new ValidationError(
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
