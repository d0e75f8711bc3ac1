import { sql } from 'drizzle-orm';
import { query, render, type Database } from '../database.ts';
import { lookForWork, onCommitted } from '../look-for-work.ts';

const soon = 3_000;
const entriesPerTransaction = 1_000;

/** Seals newly committed audit entries, a batch per transaction. Returns how many. */
export async function sealLog(database: Database): Promise<number> {
  for (let all = 0; ;) {
    const sealed = await database.anonymous(async (tx) => {
      const rows = await query<{ sealed: number }>(
        tx,
        render(sql`select akada_seal_log(${entriesPerTransaction}) as sealed`),
      );
      return rows[0]!.sealed;
    });
    all += sealed;
    if (sealed < entriesPerTransaction) return all;
  }
}

/** Seals what is committed within a few seconds, until stopped. Writers never wait for it (docs/decisions/0020). */
export function sealLogContinually(database: Database, onError: (error: Error) => void): () => Promise<void> {
  const looking = lookForWork(async () => void (await sealLog(database)), onError);
  const forget = onCommitted('audit_entries', () => looking.wake(soon));
  return () => {
    forget();
    return looking.stop();
  };
}
