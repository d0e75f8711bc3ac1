import { timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { query, render, type Database, type Tx } from './database.ts';
import { runWithCommit } from './database/transaction.ts';
import { Conflict, ValidationError } from './errors.ts';
import type { Job } from './jobs/jobs.ts';
import { hashToken, keyedHash, keyFor, seal, unseal } from './secrets/keys.ts';

/** How long a key is remembered; afterwards it can act again. */
const keyHours = 24;
/** How long a machine's repeated request has no effect. */
const receiptDays = 90;

interface OnceRequest {
  secret: Buffer;
  accountId: number;
  /** Chosen by the sender: random, and new for each form shown. */
  key: string;
  /** Route and body: the same key for another request is refused. */
  content: string;
}

/**
 * Runs the work in this transaction, unless the key was used before: then it returns the first answer. A second request
 * with the key waits here until the first has committed or failed; a failed request leaves no key.
 */
export async function actOnce<Answer>(
  tx: Tx,
  { secret, accountId, key, content }: OnceRequest,
  act: () => Promise<Answer>,
): Promise<{ answer: Answer; isRepeated: boolean }> {
  const own = keyFor(secret, `idempotency:${accountId}:${key}`);
  const hash = hashToken(key);
  const mac = keyedHash(own, content);
  const claimed = await query(
    tx,
    sql`
    insert into idempotency_keys as k (account_id, key_hash, request_mac) values (${accountId}, ${hash}, ${mac})
    on conflict (account_id, key_hash) do update set request_mac = excluded.request_mac, answer = null, created_at = now()
      where k.created_at < now() - make_interval(hours => ${keyHours})
    returning 1`,
  );
  if (claimed.length === 0)
    return { answer: await answerOf<Answer>(tx, { accountId, hash, mac, own }), isRepeated: true };
  const answer = await act();
  const sealed = seal(own, JSON.stringify(answer));
  runWithCommit(tx, () =>
    query(
      tx,
      sql`update idempotency_keys set answer = ${sealed} where account_id = ${accountId} and key_hash = ${hash}`,
    ),
  );
  return { answer, isRepeated: false };
}

async function answerOf<Answer>(
  tx: Tx,
  { accountId, hash, mac, own }: { accountId: number; hash: Buffer; mac: Buffer; own: Buffer },
): Promise<Answer> {
  const rows = await query<{ mac: Buffer; answer: Buffer | null }>(
    tx,
    render(sql`
    select request_mac as mac, answer from idempotency_keys where account_id = ${accountId} and key_hash = ${hash}`),
  );
  const [kept] = rows;
  const text = kept?.answer && unseal(own, kept.answer);
  if (!text) throw new Conflict('This has already been saved. Reload the page to see it.');
  if (!timingSafeEqual(kept.mac, mac))
    throw new ValidationError(
      'form',
      'This form has already been saved with different values. Open the record to edit it, or reload the page to add a new one.',
    );
  return JSON.parse(text) as Answer;
}

/** Deletes expired keys and receipts, every hour. */
export const tidyKeysHourly: Job<{ database: Database }> = {
  queue: 'idempotency.tidy',
  cron: '20 * * * *',
  async work({ database }) {
    await tidyKeys(database);
    await database.anonymous((tx) => tx.execute(sql`select akada_tidy_machine_receipts(${receiptDays})`));
  },
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'idempotency.tidy': true;
  }
}

export async function tidyKeys(database: Database): Promise<number> {
  const gone = await database.anonymous((tx) =>
    tx.execute(sql`delete from idempotency_keys where created_at < now() - make_interval(hours => ${keyHours})`),
  );
  return gone.rowCount ?? 0;
}
