import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { take } from '#kernel/counters.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { id, list } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { sheetStates } from '#features/assessment/sheet-states.ts';
import { lockSheets } from '#features/assessment/sheets/change-sheets.ts';
import type { ReportCard } from '../cards/report-card.ts';
import { withoutNames } from './published-card.ts';
import { cardsOf } from '../cards/cards.queries.ts';
import { findResultSheet, type ResultSheet } from '../term-results/find-sheet.ts';
import { noSeal, sealOf } from './seal.ts';
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
  let count = 0;
  for (const { id: sheetId } of locked) {
    const sheet = await findResultSheet(tx, actor, sheetId);
    const { cards } = await cardsOf(tx, sheet);
    if (cards.length === 0) throw new Refused('ids', `${sheet.batch} has no students with results.`);
    await keepSealed(tx, actor, secret, sheet, cards);
    await tellFamilies(
      tx,
      actor,
      sheet,
      cards.map(({ student }) => student.id),
    );
    await record(tx, actor, 'results.publish', {
      institutionId: sheet.institutionId,
      summary: `published ${countOf(cards.length, 'result')} of ${sheet.batch}, ${sheet.term}, ${sheet.session}`,
      subject: { type: 'mark_sheet', id: sheetId },
      details: { results: cards.length },
    });
    count += cards.length;
  }
  await tx.execute(sql`update mark_sheets set state = 'published', published_at = now()
    where institution_id = any (${sql.param([...new Set(locked.map((sheet) => sheet.institutionId))])}::int[])
      and id = any (${sql.param(wanted)}::bigint[])`);
  return { count, termId: locked[0]!.termId };
}

/** Appends to the chain. The counter is held until the end, so that nobody appends meanwhile. */
async function keepSealed(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  sheet: ResultSheet,
  cards: ReportCard[],
): Promise<void> {
  const { institutionId, termId, batchId } = sheet;
  const first = await take(tx, institutionId, 'published result', cards.length);
  const rows = cards.map((card, at) => ({
    ...{
      seq: first + at,
      student: card.student.id,
      code: randomBytes(12).toString('base64url'),
      content: withoutNames(card),
    },
  }));
  await tx.execute(sql`update published_results set replaced_at = now() where institution_id = ${institutionId}
    and term_id = ${termId} and student_id = any (${sql.param(rows.map(({ student }) => student))}::bigint[]) and replaced_at is null`);
  // The digest is of the text that the database keeps, in which keys have an order of their own.
  const digests = await rowsOf<{ seq: number; digest: string; content: string; at: Date }>(
    tx,
    sql`select n.seq::int as seq, encode(sha256(convert_to(n.content::text, 'UTF8')), 'hex') as digest, now() as at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (seq bigint, content jsonb) order by n.seq`,
  );
  let [head] = await rowsOf<{ seal: Buffer }>(
    tx,
    sql`select seal from published_results where institution_id = ${institutionId} and seq = ${first - 1}`,
  );
  const publishedAt = new Date(digests[0]!.at);
  const sealed = rows.map((row, at) => {
    const digest = Buffer.from(digests[at]!.digest, 'hex');
    const one = { institutionId, termId, batchId, seq: row.seq, code: row.code, publishedAt, digest };
    const seal = sealOf(secret, head?.seal ?? noSeal, one);
    head = { seal };
    return { ...row, seal: seal.toString('hex') };
  });
  await tx.execute(sql`
    insert into published_results (institution_id, seq, student_id, term_id, batch_id, content, digest, seal, code,
      published_at, account_id)
    select ${institutionId}, n.seq, n.student, ${termId}, ${batchId}, n.content,
      sha256(convert_to(n.content::text, 'UTF8')), decode(n.seal, 'hex'), n.code, ${publishedAt.toISOString()}::timestamptz,
      ${actor.accountId}::bigint
    from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb)
      as n (seq bigint, student bigint, content jsonb, seal text, code text) order by n.seq`);
}
