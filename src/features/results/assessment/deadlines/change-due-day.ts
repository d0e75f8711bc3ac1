import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { id, list, optionalDay } from '#kernel/schemas.ts';
import { lockSheets } from '../sheets/change-sheets.ts';

export const ChangeDueDay = z.object({
  ids: list(id),
  dueOn: optionalDay,
  /** Asked on the sheet’s own page, to which the answer returns. */
  isOnSheet: z.coerce.boolean().default(false),
});

/** Sets the day on which marks are due, or none. Returns how many sheets, and of which term. */
export async function changeDueDay(
  tx: Tx,
  actor: Actor,
  { ids, dueOn }: z.output<typeof ChangeDueDay>,
): Promise<{ count: number; termId: number }> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) throw new ValidationError('ids', 'Choose at least one from the list.');
  const sheets = await lockSheets(tx, actor, wanted);
  for (const { institutionId } of sheets) allow(actor, 'marks.open', institutionId);
  const closed = sheets.find(({ state }) => state !== 'open');
  if (closed)
    throw new ValidationError('ids', `${closed.batch} is no longer open, so nothing is due. Reload the page.`);
  await tx.execute(sql`
    update mark_sheets set due_on = ${dueOn}::date
    where institution_id = any (${sql.param([...new Set(sheets.map((sheet) => sheet.institutionId))])}::int[])
      and id = any (${sql.param(wanted)}::bigint[])`);
  await recordMany(
    tx,
    actor,
    'marks.changeDueDay',
    sheets.map(({ id: sheetId, institutionId, batch, term }) => ({
      institutionId,
      summary: dueOn
        ? `set ${formatDay(dueOn)} as the day on which marks of ${batch} in ${term} are due`
        : `removed the day on which marks of ${batch} in ${term} are due`,
      subject: { type: 'mark_sheet', id: sheetId },
      details: { dueOn },
    })),
  );
  return { count: sheets.length, termId: sheets[0]!.termId };
}
