import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { id, list } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { sheetStates } from '#features/assessment/sheet-states.ts';
import { lockSheets } from '#features/assessment/sheets/change-sheets.ts';
import { cardsOf, type KnownClasses } from '../cards/cards.queries.ts';
import type { ReportCard } from '../cards/report-card.ts';
import { refreshSummaries } from '../summaries/refresh-summaries.ts';
import { findResultSheet, type ResultSheet } from '../term-results/find-sheet.ts';
import { withoutNames } from './published-card.ts';
import { awaitTurn, keepSealed } from './keep-sealed.ts';
import { tellFamilies } from './tell-families.ts';

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
  if (ids.length === 0) throw new Refused('ids', 'Choose at least one from the list.');
  const wanted = [...new Set(ids)];
  const locked = await lockSheets(tx, actor, wanted);
  for (const { institutionId } of locked) allow(actor, 'results.publish', institutionId);
  const other = locked.find(({ state }) => state !== 'approved');
  if (other)
    throw new Refused(
      'ids',
      `${other.batch} is ${sheetStates[other.state].toLowerCase()}. Only approved marks are published.`,
    );
  for (const institutionId of new Set(locked.map((sheet) => sheet.institutionId))) await awaitTurn(tx, institutionId);
  const classes: KnownClasses = new Map();
  const published: { sheet: ResultSheet; studentIds: number[] }[] = [];
  for (const { id: sheetId } of locked) {
    const sheet = await findResultSheet(tx, actor, sheetId);
    const { cards: all } = await cardsOf(tx, sheet, undefined, classes);
    if (all.length === 0) throw new Refused('ids', `${sheet.batch} has no students with results.`);
    const cards = await notYetPublished(tx, sheet, all);
    if (cards.length > 0) await keepSealed(tx, actor, secret, sheet, cards.map(withoutNames));
    published.push({ sheet, studentIds: cards.map(({ student }) => student.id) });
  }
  for (const institutionId of new Set(locked.map((sheet) => sheet.institutionId))) {
    const own = published.filter(({ sheet }) => sheet.institutionId === institutionId);
    await refreshSummaries(tx, institutionId, [...new Set(own.flatMap(({ studentIds }) => studentIds))]);
  }
  for (const ofTerm of Map.groupBy(published, ({ sheet }) => sheet.termId).values()) {
    const [{ sheet }] = ofTerm as [(typeof ofTerm)[0]];
    const told = ofTerm.flatMap(({ studentIds }) => studentIds);
    await tellFamilies(tx, actor, sheet, told);
  }
  await recordMany(
    tx,
    actor,
    'results.publish',
    published.map(({ sheet, studentIds }) => ({
      institutionId: sheet.institutionId,
      summary: `published ${countOf(studentIds.length, 'result')} of ${sheet.batch}, ${sheet.term}, ${sheet.session}`,
      subject: { type: 'mark_sheet', id: sheet.id },
      details: { results: studentIds.length },
    })),
  );
  await tx.execute(sql`update mark_sheets set state = 'published', published_at = now()
    where institution_id = any (${sql.param([...new Set(locked.map((sheet) => sheet.institutionId))])}::int[])
      and id = any (${sql.param(wanted)}::bigint[])`);
  const count = published.reduce((sum, { studentIds }) => sum + studentIds.length, 0);
  return { count, termId: locked[0]!.termId };
}

/** A student who changed the batch after publication keeps that result: only a correction replaces it. */
async function notYetPublished(tx: Tx, { institutionId, termId }: ResultSheet, cards: ReportCard[]) {
  const ids = sql.param(cards.map(({ student }) => student.id));
  const rows = await rowsOf<{ id: number }>(
    tx,
    sql`select student_id::int as id from published_results where institution_id = ${institutionId} and term_id = ${termId}
      and student_id = any (${ids}::bigint[]) and replaced_at is null`,
  );
  const published = new Set(rows.map(({ id: one }) => one));
  return cards.filter(({ student }) => !published.has(student.id));
}
