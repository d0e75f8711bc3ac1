import type pg from 'pg';
import { createHash } from 'node:crypto';

/** The last sealed entry of an institution's log, as a backup or a paper notes it. */
export interface LogHead {
  institution: number;
  seq: number;
  hash: string;
}

interface Row {
  id: string;
  seq: string;
  at: string;
  action: string;
  core: string;
  content: string;
  salt: Buffer | null;
  digest: Buffer | null;
  hash: Buffer | null;
  newSalt: Buffer | null;
  newDigest: Buffer | null;
  redaction: string | null;
  redactions: string | null;
}

// The same as akada_entry_core and akada_entry_content, repeated here: an attacker who can change a row can change a
// function too.
const sealedColumns = `e.institution_id, e.seq, e.id, (extract(epoch from e.at) * 1000000)::bigint, e.account_id, e.action,
  e.subject_type, e.subject_id, e.request_id`;

const selectRows = `select e.id::text, e.seq::text, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"') as at, e.action,
    jsonb_build_array(${sealedColumns})::text as core,
    jsonb_build_array(e.person, e.username, e.summary, e.details, e.mentions)::text as content,
    e.salt, e.content_digest as digest, e.hash, r.salt as "newSalt", r.digest as "newDigest", r.redaction::text,
    (e.details -> 'redactions')::text as redactions
  from audit_entries e left join lateral (
    select * from audit_redactions r where r.institution_id = e.institution_id and r.entry_id = e.id and e.salt is null
    order by r.id desc limit 1) r on true`;

const sha256 = (...parts: (Buffer | string)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const entryInWords = ({ id, seq, at, action }: Row) => `entry ${id} (number ${seq}, ${at}, ${action})`;

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

export async function verifyOne(
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
        : `An entry up to number ${seq} is not the one that ${where} holds: the log was rewritten and resealed`;
    const [restore] = restores;
    // After a restore the operator wanted an older state; an entry in the log says so to everyone.
    if (restore && restore.at > at) report.notes.push(`${differs}. Since then someone ${restore.summary}.`);
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

/** Why a row cannot follow the previous one. */
function wrongWith(row: Row, previous: Row | null): string | null {
  const wanted = Number(previous?.seq ?? 0) + 1;
  if (Number(row.seq) > wanted) {
    const missing = Number(row.seq) - wanted;
    return `${missing === 1 ? `Entry number ${wanted} was removed` : `Entries number ${wanted} to ${Number(row.seq) - 1} were removed`}: it comes before ${entryInWords(row)}.`;
  }
  if (!row.hash || !row.digest) return `The seal of ${entryInWords(row)} was removed.`;
  if (!sealed(row, previous?.hash, row.core).equals(row.hash))
    return `${capital(entryInWords(row))} was changed: when it was, who acted, what was done or to what.`;
  if (row.salt)
    return sha256(row.salt, row.content).equals(row.digest) ? null : `The words of ${entryInWords(row)} were changed.`;
  if (!row.newSalt || !row.newDigest)
    return `The words of ${entryInWords(row)} were changed: it looks redacted, and no erasure did that.`;
  return sha256(row.newSalt, row.content).equals(row.newDigest)
    ? null
    : `The words of ${entryInWords(row)} were changed after it was redacted.`;
}

const sealed = ({ digest }: Row, before: Buffer | null | undefined, entryCore: string) =>
  sha256(before ?? '', digest!, entryCore);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A transaction takes minutes; an entry that is older than that was inserted in another way. */
const day = 86_400_000;

const instant = (at: string) => Date.parse(at.replace(' UTC', 'Z').replace(' ', 'T'));

const backdated = (row: Row, latest: string) =>
  latest && instant(latest) - instant(row.at) > day
    ? `${capital(entryInWords(row))} was inserted later: entries of ${latest} were sealed before it.`
    : null;

/** The expected entry is elsewhere: entries were reordered, or one was inserted before it. */
async function movedFault(
  client: pg.Client,
  institutionId: number,
  row: Row,
  previous: Row | null,
): Promise<string | null> {
  const seq = Number(previous?.seq ?? 0) + 1;
  if (
    Number(row.seq) !== seq ||
    !row.digest ||
    sealed(row, previous?.hash, row.core).equals(row.hash ?? Buffer.alloc(0))
  )
    return null;
  const { rows } = await client.query<Row>(
    `${selectRows} where e.institution_id = $1 and e.hash = sha256(coalesce($2::bytea, '') || e.content_digest
       || convert_to(jsonb_build_array(${sealedColumns.replace('e.seq', '$3::bigint')})::text, 'UTF8')) limit 1`,
    [institutionId, previous?.hash ?? null, seq],
  );
  const [right] = rows;
  if (!right) return null;
  return Number(right.seq) === seq + 1 && !(await follows(client, institutionId, row, right))
    ? `${capital(entryInWords(row))} was inserted before ${entryInWords(right)}.`
    : `Entries were put in another order: entry ${right.id} belongs where ${entryInWords(row)} is.`;
}

/** Whether the row is the true successor of another one, so that they were swapped. */
async function follows(client: pg.Client, institutionId: number, row: Row, before: Row): Promise<boolean> {
  const { rows } = await client.query<{ core: string }>(
    `select jsonb_build_array(${sealedColumns.replace('e.seq', '$3::bigint')})::text as core from audit_entries e where institution_id = $1 and id = $2`,
    [institutionId, row.id, Number(row.seq) + 1],
  );
  return sealed(row, before.hash, rows[0]!.core).equals(row.hash ?? Buffer.alloc(0));
}
