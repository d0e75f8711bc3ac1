import { createHash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { take } from '#kernel/counters.ts';
import { query, type Tx } from '#kernel/database.ts';
import type { PublishedCard } from './published-card.ts';
import { noSeal, sealer } from './seal.ts';
import { storedText } from './stored-text.ts';

const chain = 'published result';

/**
 * Publications and corrections of an institution take turns, from before they compute what they keep: none misses what
 * the one before has published.
 */
export const awaitTurn = (tx: Tx, institutionId: number): Promise<number> => take(tx, institutionId, chain, 0);

export interface ToKeep {
  termId: number;
  batchId: number;
  card: PublishedCard;
}

/**
 * Appends results to the institution's chain; they replace the students' current ones of the same terms. The counter is
 * held until the end, so that nobody appends meanwhile.
 */
export async function keepSealed(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  { institutionId, results }: { institutionId: number; results: ToKeep[] },
  correctionId: number | null = null,
): Promise<void> {
  const written = await writeTexts(results);
  await (
    await beginKeeping(tx, actor, secret, { institutionId, written, correctionId })
  ).kept;
}

interface Written extends ToKeep {
  /** The card as the database writes it. */
  text: string;
}

/** Lets others have their turn in between: the texts of a large class take long. */
export async function writeTexts(results: readonly ToKeep[]): Promise<Written[]> {
  const written: Written[] = [];
  for (const [at, result] of results.entries()) {
    written.push({ ...result, text: storedText(result.card) });
    // oxlint-disable-next-line no-await-in-loop
    if (at % 5 === 4) await setImmediate();
  }
  return written;
}

/** The same, already written: the database still works when this returns. */
export async function beginKeeping(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  { institutionId, written, correctionId }: { institutionId: number; written: Written[]; correctionId: number | null },
): Promise<{ kept: Promise<void> }> {
  if (written.length === 0) return { kept: Promise.resolve() };
  const first = await take(tx, institutionId, chain, written.length);
  await replace(tx, institutionId, written);
  const [found] = await query<{ at: Date; head: Buffer | null }>(
    tx,
    sql`select now() as at,
      (select seal from published_results where institution_id = ${institutionId} and seq = ${first - 1}) as head`,
  );
  const publishedAt = new Date(found!.at);
  const sealOf = sealer(secret, institutionId);
  let head = found!.head ?? noSeal;
  const sealed = written.map(({ termId, batchId, card, text }, at) => {
    const [seq, code] = [first + at, randomBytes(12).toString('base64url')];
    const digest = createHash('sha256').update(text).digest();
    head = sealOf(head, { termId, batchId, seq, code, publishedAt, digest });
    const row = { seq, code, termId, batchId, student: card.student.id };
    const proof = { digest: digest.toString('hex'), seal: head.toString('hex') };
    // The text is JSON already.
    return `${JSON.stringify({ ...row, ...proof }).slice(0, -1)},"content":${text}}`;
  });
  const inserted = tx.execute(sql`
    insert into published_results (institution_id, seq, student_id, term_id, batch_id, content, digest, seal, code,
      published_at, account_id, correction_id)
    select ${institutionId}, n.seq, n.student, n."termId", n."batchId", n.content, decode(n.digest, 'hex'),
      decode(n.seal, 'hex'), n.code, ${publishedAt.toISOString()}::timestamptz, ${actor.accountId}::bigint,
      ${correctionId}::bigint
    from jsonb_to_recordset(${`[${sealed.join(',')}]`}::jsonb) as n (seq bigint, student bigint, "termId" bigint,
      "batchId" bigint, content jsonb, digest text, seal text, code text)
    where sha256(convert_to(n.content::text, 'UTF8')) = decode(n.digest, 'hex')
    order by n.seq`);
  const kept = inserted.then(({ rowCount }) => {
    if (rowCount !== written.length)
      throw new Error('The database keeps a result in another form than the sealed one.');
  });
  // A failure is thrown where it is awaited, which is later.
  kept.catch(() => {});
  return { kept };
}

/** All students are one condition: pair by pair, without statistics, each would be a walk through all results. */
function replace(tx: Tx, institutionId: number, results: readonly ToKeep[]) {
  const [students, terms] = [results.map(({ card }) => card.student.id), results.map(({ termId }) => termId)];
  return query(
    tx,
    sql`update published_results set replaced_at = now() where institution_id = ${institutionId} and replaced_at is null
      and student_id = any (${sql.param(students)}::bigint[]) and term_id = any (${sql.param([...new Set(terms)])}::bigint[])
      and (student_id, term_id) in (select * from unnest(${sql.param(students)}::bigint[], ${sql.param(terms)}::bigint[]))`,
  );
}
