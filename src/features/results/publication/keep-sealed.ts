import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { take } from '#kernel/counters.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';
import type { PublishedCard } from './published-card.ts';
import { noSeal, sealOf } from './seal.ts';

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
  const rows = cards.map((card, at) => ({
    ...{
      seq: first + at,
      student: card.student.id,
      code: randomBytes(12).toString('base64url'),
      content: card,
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
      published_at, account_id, correction_id)
    select ${institutionId}, n.seq, n.student, ${termId}, ${batchId}, n.content,
      sha256(convert_to(n.content::text, 'UTF8')), decode(n.seal, 'hex'), n.code, ${publishedAt.toISOString()}::timestamptz,
      ${actor.accountId}::bigint, ${correctionId}::bigint
    from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb)
      as n (seq bigint, student bigint, content jsonb, seal text, code text) order by n.seq`);
}
