import type { FileHandle } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { inBatches } from '#kernel/export/in-batches.ts';
import { openNameless } from '#kernel/export/made-file.ts';
import { accountsOf, booksInView } from '../accounts/accounts.queries.ts';
import { manualOf, noteOfLine } from '../journal/entry.queries.ts';
import { inPeriod, type LedgerPeriod } from './export-ledger.ts';
import { plainEntry, plainHead, type PlainEntry } from './plain-journal.ts';

/**
 * Writes the journal of a period as plain text from one snapshot, and records it. Like other exports it is complete on
 * disk before it is sent.
 */
export async function writeJournal(tx: Tx, actor: Actor, folder: string, period: LedgerPeriod) {
  const { institutionId, name, currency } = booksInView(actor, period.institution_id, 'ledger.export');
  const accounts = await accountsOf(tx, institutionId);
  const file = await openNameless(folder);
  try {
    await file.write(plainHead(name, currency, accounts));
    const rows = await writeEntries(tx, file, institutionId, period);
    await record(tx, actor, 'ledger.export', {
      institutionId,
      summary: `exported ${rows} ${rows === 1 ? 'entry' : 'entries'} of the journal as plain text`,
      details: { rows, filter: period },
    });
    return { file, size: (await file.stat()).size, name: membershipIn(actor, institutionId)!.shortName };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function writeEntries(tx: Tx, file: FileHandle, institutionId: number, period: LedgerPeriod): Promise<number> {
  const entries = sql`select l.institution_id as "institutionId", json_build_object('id', e.id, 'day', e.day, 'source', e.source,
      'sourceId', e.source_id, 'description', e.description, 'currency', e.currency, 'lines', json_agg(json_build_object(
        'code', a.code, 'name', a.name, 'kind', a.kind, 'amount', l.amount, 'student', s.admission_number,
        'note', ${noteOfLine})
        order by l.position))::text as cells
    from ledger_lines l
    join ledger_entries e on (e.institution_id, e.id) = (l.institution_id, l.entry_id)
    join ledger_accounts a on (a.institution_id, a.id) = (l.institution_id, l.ledger_account_id)
    left join students s on (s.institution_id, s.id) = (l.institution_id, l.student_id)
    left join manual_entries m on ${manualOf}
    where l.institution_id = ${institutionId} and ${inPeriod(period)}
    group by l.institution_id, e.day, e.id, e.source, e.source_id, e.description, e.currency order by e.day, e.id`;
  let count = 0;
  for await (const batch of inBatches(tx, entries, { watch: () => {}, inJob: false })) {
    await file.write(batch.map(({ cells }) => plainEntry(JSON.parse(cells) as PlainEntry)).join(''));
    count += batch.length;
  }
  return count;
}
