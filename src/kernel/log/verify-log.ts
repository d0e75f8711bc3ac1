import type pg from 'pg';
import type { LogHead } from '../backup/contents.ts';
import { wrongWith, backdated, movedFault } from './entry-faults.ts';
import { selectRows, sha256, type Row } from './sealed-row.ts';

export interface LogReport {
  institutionId: number;
  institution: string;
  sealed: number;
  /** Of the last sealed entry: stored elsewhere, it proves this log later. */
  head: string | null;
  unsealed: number;
  redacted: number;
  /** Describes the first entry that is not as sealed; undefined if the log is intact. */
  problem: string | null;
  notes: string[];
}

/** A head that was stored elsewhere. */
export interface StoredHead extends LogHead {
  /** 'the backup of 20 Nov 2026, 02:00 UTC'. */
  where: string;
  at: Date;
}

/** Compares the log of every institution with its seals, and with heads that were stored elsewhere. Read-only. */
export async function verifyLog(client: pg.Client, stored: StoredHead[] = []): Promise<LogReport[]> {
  await client.query('begin isolation level repeatable read, read only');
  try {
    await client.query('set local statement_timeout = 0');
    return await verifyWithin(client, stored);
  } finally {
    await client.query('rollback');
  }
}

/** The same in the caller's transaction. */
export async function verifyWithin(client: pg.Client, stored: StoredHead[]): Promise<LogReport[]> {
  const { rows } = await client.query<{ id: number; name: string }>('select id, name from institutions order by id');
  const reports: LogReport[] = [];
  for (const { id, name } of rows) {
    const heads = stored.filter(({ institution }) => institution === id);
    reports.push(await verifyOne(client, { institutionId: id, institution: name }, heads));
  }
  return reports;
}

async function verifyOne(
  client: pg.Client,
  about: Pick<LogReport, 'institutionId' | 'institution'>,
  stored: StoredHead[],
): Promise<LogReport> {
  const report: LogReport = { ...about, sealed: 0, head: null, unsealed: 0, redacted: 0, problem: null, notes: [] };
  const { institutionId } = about;
  const redactions = new Map<string, string[]>();
  const announced = new Map<string, { entries: number; digest: string }>();
  const seen = new Map<number, string>();
  const wanted = new Set(stored.map(({ seq }) => seq));
  let previous: Row | null = null;
  let latest = '';
  for await (const row of sealedRows(client, institutionId)) {
    report.problem = wrongWith(row, previous) ?? backdated(row, latest);
    if (report.problem !== null) {
      report.problem = (await movedFault(client, institutionId, row, previous)) ?? report.problem;
      break;
    }
    report.sealed += 1;
    if (row.at > latest) latest = row.at;
    if (row.redaction) report.redacted += 1;
    for (const { redaction, entries, digest } of announcedBy(row)) announced.set(redaction, { entries, digest });
    if (wanted.has(Number(row.seq))) seen.set(Number(row.seq), row.hash!.toString('hex'));
    previous = row;
  }
  report.head = previous?.hash?.toString('hex') ?? null;
  for (const row of await unsealedRows(client, institutionId)) {
    report.unsealed += 1;
    for (const { redaction, entries, digest } of announcedBy(row)) announced.set(redaction, { entries, digest });
  }
  const { rows: all } = await client.query<{ redaction: string; entry: string; digest: Buffer }>(
    `select redaction::text, entry_id::text as entry, digest from audit_redactions where institution_id = $1 order by entry_id`,
    [institutionId],
  );
  for (const { redaction, entry, digest } of all)
    redactions.set(redaction, [...(redactions.get(redaction) ?? []), `${entry}:${digest.toString('hex')}`]);
  report.problem ??= await unannounced(redactions, announced);
  report.problem ??= await differsFromStored(client, report, stored, seen);
  return report;
}

/** A log that was resealed from some entry on is consistent in itself, but not with its head stored elsewhere. */
async function differsFromStored(
  client: pg.Client,
  report: LogReport,
  stored: StoredHead[],
  seen: Map<number, string>,
): Promise<string | null> {
  const { rows: restores } = await client.query<{ at: Date; summary: string }>(
    `select at, summary from audit_entries where institution_id = $1 and action = 'backup.restore' order by id desc limit 1`,
    [report.institutionId],
  );
  for (const { seq, hash, where, at } of stored.toSorted((a, b) => a.seq - b.seq)) {
    if (seen.get(seq) === hash) continue;
    const differs =
      report.sealed < seq
        ? `The log ends with number ${report.sealed}, and ${where} holds ${seq} entries: the last ones were removed`
        : `An entry up to number ${seq} is not the one that ${where} holds: the log was written and sealed anew`;
    const [restore] = restores;
    // After a restore the operator wanted an older state; an entry in the log says so to everyone.
    if (restore && restore.at > at) report.notes.push(`${differs}. Since then somebody ${restore.summary}.`);
    else return `${differs}.`;
  }
  return null;
}

async function* sealedRows(client: pg.Client, institutionId: number): AsyncGenerator<Row> {
  for (let after = 0; ;) {
    const { rows } = await client.query<Row>(
      `${selectRows} where e.institution_id = $1 and e.seq > $2 order by e.seq limit 2000`,
      [institutionId, after],
    );
    yield* rows;
    if (rows.length < 2000) return;
    after = Number(rows.at(-1)!.seq);
  }
}

const unsealedRows = async (client: pg.Client, institutionId: number) =>
  (await client.query<Row>(`${selectRows} where e.institution_id = $1 and e.seq is null`, [institutionId])).rows;

/** The last sealed entry of each institution, to be stored elsewhere. */
export async function logHeads(client: pg.Client): Promise<LogHead[]> {
  const { rows } = await client.query<{ institution: number; seq: string; hash: string }>(
    `select distinct on (institution_id) institution_id as institution, seq::text, encode(hash, 'hex') as hash
     from audit_entries e where seq is not null order by institution_id, e.seq desc`,
  );
  return rows.map(({ seq, ...head }) => ({ ...head, seq: Number(seq) }));
}

/** Redactions that no entry records, or that differ from the record. */
function unannounced(
  redactions: Map<string, string[]>,
  announced: Map<string, { entries: number; digest: string }>,
): string | null {
  for (const [redaction, entries] of redactions) {
    const first = entries[0]!.split(':')[0]!;
    const recorded = announced.get(redaction);
    if (!recorded) return `Entry ${first} was redacted, and no entry records that.`;
    if (recorded.entries !== entries.length || recorded.digest !== sha256(entries.join(' ')).toString('hex'))
      return `What entry ${first} and others were redacted to is not what the entry of the redaction records.`;
  }
  for (const [redaction, { entries }] of announced)
    if (entries > 0 && !redactions.has(redaction))
      return `An entry records a redaction of ${entries} entries, of which nothing is left.`;
  return null;
}

interface Announced {
  redaction: string;
  entries: number;
  digest: string;
}

/** What may redact: an erasure, a field that becomes restricted, an undone import, and an upgrade. */
const redacting = /^(privacy\.erase|customFields\.edit|audit\.redact|(students|employees|guardians)\.import\.undo)$/;

function announcedBy({ action, redactions }: Row): Announced[] {
  return redactions && redacting.test(action) ? (JSON.parse(redactions) as Announced[]) : [];
}
