import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { id, list } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { sheetStates } from '#features/results/assessment/sheet-states.ts';
import { lockSheets } from '#features/results/assessment/sheets/change-sheets.ts';
import { refreshSummaries } from '../summaries/refresh-summaries.ts';
import { findResultSheets } from '../term-results/find-sheet.ts';
import { chainHead, type ChainHead } from './chain-head.ts';
import { awaitTurn } from './keep-sealed.ts';
import { publishClass, type PublishedSheet } from './publish-class.ts';
import { notifyFamilies } from './notify-families.ts';

export const PublishSheets = z.object({ ids: list(id) });

/**
 * Publishes approved sheets: keeps what each report card says, sealed in the institution's chain, and tells students and
 * guardians. Returns how many results were published, and of which term.
 */
export async function publishSheets(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  { ids }: z.output<typeof PublishSheets>,
): Promise<{ count: number; termId: number }> {
  if (ids.length === 0) throw new ValidationError('ids', 'Choose at least one from the list.');
  const wanted = [...new Set(ids)];
  const locked = await lockSheets(tx, actor, wanted);
  for (const { institutionId } of locked) allow(actor, 'results.publish', institutionId);
  const other = locked.find(({ state }) => state !== 'approved');
  if (other)
    throw new ValidationError(
      'ids',
      `${other.batch} is ${sheetStates[other.state].toLowerCase()}. Only approved marks are published.`,
    );
  const institutionIds = [...new Set(locked.map((sheet) => sheet.institutionId))];
  const firstOf = new Map<number, number>();
  // oxlint-disable-next-line no-await-in-loop
  for (const institutionId of institutionIds) firstOf.set(institutionId, await awaitTurn(tx, institutionId));
  const sheets = await findResultSheets(
    tx,
    actor,
    locked.map(({ id: sheetId }) => sheetId),
  );
  const published: PublishedSheet[] = [];
  for (const ofClass of Map.groupBy(sheets, ({ termId, classId }) => `${termId} ${classId}`).values())
    // Each part continues the chain of the one before.
    // oxlint-disable-next-line no-await-in-loop
    published.push(...(await publishClass(tx, actor, secret, ofClass)));
  const heads = new Map<number, { sealed?: ChainHead }>();
  for (const institutionId of institutionIds) {
    const own = published.filter(({ sheet }) => sheet.institutionId === institutionId);
    heads.set(institutionId, await chainHead(tx, institutionId, firstOf.get(institutionId)!));
    await refreshSummaries(tx, institutionId, [...new Set(own.flatMap(({ studentIds }) => studentIds))]);
  }
  for (const ofTerm of Map.groupBy(published, ({ sheet }) => sheet.termId).values()) {
    const [{ sheet }] = ofTerm as [(typeof ofTerm)[0]];
    const told = ofTerm.flatMap(({ studentIds }) => studentIds);
    await notifyFamilies(tx, actor, sheet, told);
  }
  await recordMany(
    tx,
    actor,
    'results.publish',
    published.map(({ sheet, studentIds }, at) => ({
      institutionId: sheet.institutionId,
      summary: `published ${countOf(studentIds.length, 'result')} of ${sheet.batch}, ${sheet.term}, ${sheet.session}`,
      subject: { type: 'mark_sheet', id: sheet.id },
      details: {
        results: studentIds.length,
        ...(published.findIndex((one) => one.sheet.institutionId === sheet.institutionId) === at &&
          heads.get(sheet.institutionId)),
      },
    })),
  );
  await tx.execute(sql`update mark_sheets set state = 'published', published_at = now()
    where institution_id = any (${sql.param(institutionIds)}::int[])
      and id = any (${sql.param(wanted)}::bigint[])`);
  const count = published.reduce((sum, { studentIds }) => sum + studentIds.length, 0);
  return { count, termId: locked[0]!.termId };
}
