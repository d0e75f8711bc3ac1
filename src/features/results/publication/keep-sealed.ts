import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { take } from '#kernel/counters.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';
import type { PublishedCard } from './published-card.ts';
import { noSeal, sealOf } from './seal.ts';
import { storedText } from './stored-text.ts';

const chain = 'published result';

/**
 * Publications and corrections of an institution take turns, from before they compute what they keep: none misses what
 * the one before has published.
 */
export const awaitTurn = (tx: Tx, institutionId: number): Promise<number> => take(tx, institutionId, chain, 0);

/**
 * Appends results of a batch in a term to the institution's chain; they replace the students' current ones of the term.
 * The counter is held until the end, so that nobody appends meanwhile.
 */
export async function keepSealed(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  place: Pick<ResultSheet, 'institutionId' | 'termId' | 'batchId'>,
  cards: PublishedCard[],
  correctionId: number | null = null,
): Promise<void> {
  const { institutionId, termId, batchId } = place;
  const first = await take(tx, institutionId, chain, cards.length);
  const ids = cards.map(({ student }) => student.id);
  await tx.execute(sql`update published_results set replaced_at = now() where institution_id = ${institutionId}
    and term_id = ${termId} and student_id = any (${sql.param(ids)}::bigint[]) and replaced_at is null`);
  const [found] = await rowsOf<{ at: Date; head: Buffer | null }>(
    tx,
    sql`select now() as at,
      (select seal from published_results where institution_id = ${institutionId} and seq = ${first - 1}) as head`,
  );
  const publishedAt = new Date(found!.at);
  let head = found!.head ?? noSeal;
  const digests = new Map<number, string>();
  const sealed = cards.map((card, at) => {
    const [seq, code, text] = [first + at, randomBytes(12).toString('base64url'), storedText(card)];
    const digest = createHash('sha256').update(text).digest();
    head = sealOf(secret, head, { institutionId, termId, batchId, seq, code, publishedAt, digest });
    digests.set(seq, digest.toString('hex'));
    const rest = { seq, code, student: card.student.id, seal: head.toString('hex') };
    // The text is JSON already.
    return `${JSON.stringify(rest).slice(0, -1)},"content":${text}}`;
  });
  const kept = await tx.execute<{ seq: number; digest: string }>(sql`
    insert into published_results (institution_id, seq, student_id, term_id, batch_id, content, digest, seal, code,
      published_at, account_id, correction_id)
    select ${institutionId}, n.seq, n.student, ${termId}, ${batchId}, n.content,
      sha256(convert_to(n.content::text, 'UTF8')), decode(n.seal, 'hex'), n.code, ${publishedAt.toISOString()}::timestamptz,
      ${actor.accountId}::bigint, ${correctionId}::bigint
    from jsonb_to_recordset(${`[${sealed.join(',')}]`}::jsonb)
      as n (seq bigint, student bigint, content jsonb, seal text, code text) order by n.seq
    returning seq::int as seq, encode(digest, 'hex') as digest`);
  if (kept.rows.some(({ seq, digest }) => digests.get(seq) !== digest))
    throw new Error('The database keeps a result in another form than the sealed one.');
}
