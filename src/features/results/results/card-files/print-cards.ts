import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { id, list } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { sheetMembers } from '#features/results/assessment/sheets/members.ts';
import { findResultSheets } from '../term-results/find-sheet.ts';
import { cardFiles } from './card-files.schema.ts';

export const PrintCards = z.object({ ids: list(id) });

/** The most report cards in one file. */
const mostCards = 1500;

/** Queues a file of the report cards of sheets, by class and name. Returns its id. */
export async function printCards(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  { ids }: z.output<typeof PrintCards>,
  origin: string | null,
): Promise<number> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) throw new ValidationError('ids', 'Choose at least one from the list.');
  if (wanted.length > 500) throw new ValidationError('ids', 'Choose up to 500 classes at once.');
  // Checks that the actor sees the results of each.
  const sheets = await findResultSheets(tx, actor, wanted);
  const [{ institutionId }] = sheets as [(typeof sheets)[0]];
  if (sheets.some((sheet) => sheet.institutionId !== institutionId))
    throw new ValidationError('ids', 'These classes are of several institutions. Choose one of them first.');
  const found = await query<{ id: number; students: number }>(tx)`
    with ${sheetMembers(sql`s.institution_id = ${institutionId} and s.id = any (${sql.param(wanted)}::bigint[])`)}
    select s.id::bigint as id, count(m.student_id)::int as students
    from sheet s join member m on m.sheet_id = s.id
    join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
    group by s.id, c.program_id, c.position, b.name order by c.program_id, c.position, b.name, s.id`;
  const cardCount = found.reduce((sum, { students }) => sum + students, 0);
  if (cardCount === 0) throw new ValidationError('ids', 'There are no students here, so there is nothing to print.');
  if (cardCount > mostCards)
    throw new ValidationError(
      'ids',
      `${countOf(cardCount, 'report card')} are too many for one file. Print up to ${mostCards.toLocaleString('en')} at once.`,
    );
  const [file] = await tx
    .insert(cardFiles)
    .values({
      institutionId,
      sheetIds: found.map(({ id: sheetId }) => sheetId),
      cardCount,
      origin,
      accountId: actor.accountId,
    })
    .returning({ id: cardFiles.id });
  await record(tx, actor, 'results.printCards', {
    institutionId,
    summary: `printed ${countOf(cardCount, 'report card')} of ${countOf(found.length, 'class', 'classes')}`,
    subject: { type: 'card_file', id: file!.id },
    details: { sheets: found.map(({ id: sheetId }) => sheetId) },
  });
  await jobs.send(tx, 'results.printCards', { institutionId, cardFileId: file!.id }, { group: institutionId });
  return file!.id;
}
