import type { FileHandle } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { inBatches } from '#kernel/export/in-batches.ts';
import { openNameless } from '#kernel/export/made-file.ts';
import { accountsOf, booksInView } from '../accounts/accounts.queries.ts';
import { manualOf, noteOfLine } from '../journal/entry.queries.ts';
import type { AccountKind } from '#features/money/ledger/chart.ts';
import { z } from 'zod';
import type { ExportColumn } from '#kernel/export/columns.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { day, queryParam } from '#kernel/schemas.ts';
import { sources } from '#features/money/ledger/sources.ts';

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

/** An entry as the plain-text journal writes it. */
interface PlainEntry {
  id: number;
  day: string;
  source: string;
  sourceId: number;
  description: string;
  currency: string;
  lines: {
    code: string;
    name: string;
    kind: AccountKind;
    amount: number;
    student: string | null;
    note: string | null;
  }[];
}

/** The names of the top accounts that hledger recognises by itself. */
const roots: Record<AccountKind, string> = {
  asset: 'Assets',
  liability: 'Liabilities',
  equity: 'Equity',
  income: 'Income',
  expense: 'Expenses',
};

/**
 * `Assets:1000 Cash`. A colon would make a sub-account, two spaces or a tab end the name, a semicolon begin a comment;
 * the code comes first, so that no name begins with a sign that has a meaning.
 */
const plainAccount = ({ code, name, kind }: { code: string; name: string; kind: AccountKind }) =>
  `${roots[kind]}:${plainText(`${code} ${name}`).replaceAll(':', '-')}`;

/** One line without comments: a semicolon would begin one, and line breaks would end the transaction. */
const plainText = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(';', ',')
    .trim();

/**
 * A comment behind a posting: a word with a colon would be a tag, of which `date:` changes the day, and so would a date in
 * brackets.
 */
const plainNote = (text: string) => plainText(text).replaceAll(/[:[\]]/g, '-');

/** Exact: `-1234.50`. */
const plainAmount = (minor: number): string => {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const plainHead = (name: string, currency: string, accounts: { code: string; name: string; kind: AccountKind }[]) =>
  [
    `; Books of ${plainText(name)}`,
    '',
    `commodity ${currency}`,
    `    format 1,000.00 ${currency}`,
    '',
    ...accounts.map((account) => `account ${plainAccount(account)}`),
    '',
    '',
  ].join('\n');

/** A transaction with the entry's number as its code, in the format that hledger and ledger-cli read. */
const plainEntry = ({ id, day, source, sourceId, description, currency, lines }: PlainEntry) =>
  [
    `${day} (${id}) ${plainText(description)}`,
    `    ; source: ${source}`,
    `    ; document: ${sourceId}`,
    ...lines.flatMap(({ student, note, amount, ...account }) => [
      `    ${plainAccount(account)}  ${plainAmount(amount)} ${currency}${student ? `  ; student: ${plainText(student)}` : ''}`,
      ...(note ? [`        ; note: ${plainNote(note)}`] : []),
    ]),
    '',
    '',
  ].join('\n');

export const LedgerPeriod = z.object({ ...viewFields, from: queryParam(day), to: queryParam(day) });
export type LedgerPeriod = z.infer<typeof LedgerPeriod>;

const columns: ExportColumn[] = [
  { header: 'Entry', kind: 'number', width: 10 },
  { header: 'Date', kind: 'day', width: 12 },
  { header: 'Source', kind: 'text', width: 20 },
  { header: 'Source number', kind: 'number', width: 14 },
  { header: 'Description', kind: 'text', width: 44 },
  { header: 'Account code', kind: 'text', width: 12 },
  { header: 'Account', kind: 'text', width: 26 },
  { header: 'Admission number', kind: 'text', width: 18 },
  { header: 'Debit', kind: 'number', width: 16 },
  { header: 'Credit', kind: 'number', width: 16 },
  { header: 'Currency', kind: 'text', width: 9 },
  { header: 'Note', kind: 'text', width: 30 },
];

/** The days asked for, as a condition on lines `l`. */
const inPeriod = ({ from, to }: LedgerPeriod) =>
  sql`l.day between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date`;

/** All lines of a period as a table, by day. */
export function exportLedger(actor: Actor, period: LedgerPeriod): ExportedTable {
  const { institutionId } = booksInView(actor, period.institution_id, 'ledger.export');
  return {
    title: 'Journal',
    counted: (rows) => `${rows} ${rows === 1 ? 'line' : 'lines'} of the journal`,
    action: 'ledger.export',
    filter: period,
    institutionIds: [institutionId],
    columns,
    rows: sql`select l.institution_id as "institutionId", json_build_array(e.id, e.day, ${wordsOfSource()}, e.source_id, e.description,
        a.code, a.name, s.admission_number, case when l.amount > 0 then l.amount / 100.0 end,
        case when l.amount < 0 then -l.amount / 100.0 end, e.currency, ${noteOfLine})::text as cells
      from ledger_lines l
      join ledger_entries e on (e.institution_id, e.id) = (l.institution_id, l.entry_id)
      join ledger_accounts a on (a.institution_id, a.id) = (l.institution_id, l.ledger_account_id)
      left join students s on (s.institution_id, s.id) = (l.institution_id, l.student_id)
      left join manual_entries m on ${manualOf}
      where l.institution_id = ${institutionId} and ${inPeriod(period)} order by l.day, l.entry_id, l.position`,
  };
}

const wordsOfSource = () => sql`(${JSON.stringify(sources)}::jsonb ->> e.source)`;
