import type pg from 'pg';
import { readArchive } from '../backup/archive.ts';
import { kindOf, type TableFacts } from '../backup/contents.ts';
import { copyIn, liftRules } from '../backup/load.ts';
import { explain, sendJobs } from '../backup/restore-backup.ts';
import { describeTables, digestOf, quoted, speakPlainly, type Table } from '../backup/tables.ts';
import { refuseServer } from '../backup/target.ts';
import type { UploadStage } from '../backup/uploads.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { idBefore } from '#kernel/cells.ts';
import { formatDay } from '#kernel/dates.ts';
import { connectAsOwner, inTransaction, landedFiles, readMigrations } from '#kernel/migrate.ts';
import { carryingKey, loadCarriedKeys } from '#kernel/secrets/carried-keys.ts';
import { refuseOtherSecret } from '#kernel/secrets/check-secret.ts';
import { seal } from '#kernel/secrets/keys.ts';
import type { ProvedArchive } from './archive.ts';
import { arriving, globallyUnique, numberedTables, takenIds, takenValues } from './collisions.ts';
import { record } from './find.ts';
import { joinAccounts, moveToJoined, renameSilent, tablesOfAccounts } from './join-accounts.ts';
import { keptKeys, sealedColumns, sealSecrets, type Secrets } from './secrets.ts';
import { accountKeys, allTables, rowsOf } from './travels.ts';
import { verifyAll } from './verify.ts';

export interface Wishes {
  /** Null to leave them out. */
  secrets: Secrets | null;
  mergesAccounts: boolean;
}

interface Imported {
  joined: number;
  results: number;
  papers: number;
  uploads: number;
}

interface Destination {
  ownerUrl: string;
  secret: Buffer;
  uploads: UploadStage;
}

/** Adds the institution of a verified archive. If anything does not fit, nothing is changed. */
export async function importArchive(proof: ProvedArchive, to: Destination, wishes: Wishes): Promise<Imported> {
  const client = await connectAsOwner(to.ownerUrl);
  client.on('error', () => {});
  const { uploads } = to;
  try {
    await refuseOtherSecret(client, to.secret);
    await refuseOtherVersion(client, proof);
    return await inTransaction(client, async () => {
      const imported = await addAll(client, { proof, ...to, ...wishes }).catch((error) => {
        throw explain(error);
      });
      return { ...imported, uploads: await uploads.place() };
    });
  } finally {
    await uploads.discard();
    await client.end().catch(() => {});
  }
}

/** The tables of both are the same only if their migrations are. */
async function refuseOtherVersion(client: pg.Client, { header }: ProvedArchive) {
  const here = await landedFiles(client, readMigrations());
  const form = (all: Iterable<[string, string]>) => [...all].map(([name, sha256]) => `${name} ${sha256}`).join('\n');
  if (form(here) !== form(header.migrations.map(({ name, sha256 }) => [name, sha256])))
    throw new CannotStart(
      `The archive was made by Akada ${header.akada} with another version of the database. Start the same version on both installations, then export again.`,
    );
}

interface Work extends Destination, Wishes {
  proof: ProvedArchive;
}

async function addAll(client: pg.Client, work: Work): Promise<Omit<Imported, 'uploads'>> {
  const { proof, secret, mergesAccounts } = work;
  const { header, list } = proof;
  const institutionId = header.institution.id;
  await speakPlainly(client);
  await client.query(`set local lock_timeout = '30s'`);
  await refuseServer(client);
  const tables = await tablesOf(client, list.tables);
  const isOfInstitution = new Map((await allTables(client)).map(({ name, ...one }) => [name, one.isOfInstitution]));
  const uniques = await globallyUnique(client, [...tables.keys()]);
  const staged = new Set(uniques.map(({ table }) => table));
  await stage(client, proof, tables, staged);
  await refuseStrangers(client, institutionId, staged);
  const joined = await joinAccounts(client, mergesAccounts);
  await renameSilent(client);
  refuseTaken(proof, await takenValues(client, uniques));

  // Before the foreign keys are lifted.
  const keys = await accountKeys(client);
  // All of them: the rows of others lead to these, and these to others'.
  const restoreRules = await liftRules(client, [...isOfInstitution.keys()]);
  for (const table of staged) await settle(client, tables.get(table)!);
  await load(client, work, tables, staged);
  for (const facts of list.tables)
    if (isOfInstitution.get(facts.name)) {
      const table = tables.get(facts.name)!;
      await refuseOtherRows(client, { ...table, from: rowsOf(facts.name, institutionId) }, facts);
    }
  const numbered = await numberedTables(client);
  const ofInstitutions = numbered.flatMap((one) => (one.isOfInstitution ? [one.table] : []));
  refuseTaken(proof, await takenIds(client, ofInstitutions, institutionId));
  await moveToJoined(client, institutionId, joined, keys);
  await takeSecrets(client, work);
  await raiseNumbers(
    client,
    numbered.map(({ table }) => table),
  );
  await restoreRules();
  await loadCarriedKeys(client, secret);
  const { results, papers } = await refuseBroken(client, work);
  await sendJobs(client, work.ownerUrl, proof.jobs);
  // It may have left here before.
  await client.query('delete from moved_links where moved_id = $1', [institutionId]);
  await client.query('delete from moved_institutions where id = $1', [institutionId]);
  // Triggers were off while it was loaded: the server then sends everything to the directory.
  await client.query('update installation set directory_key = null');
  const { createdAt, institution } = header;
  const summary = `moved ${institution.name} here from ${originOf(proof)}, as of ${formatDay(createdAt.slice(0, 10))}, ${createdAt.slice(11, 16)} UTC`;
  await record(client, institutionId, 'institution.import', summary);
  return { joined: joined.length, results, papers };
}

/** In words: 'https://group.ng (installation 3)'. */
const originOf = ({ header: { publicUrl, cell }, fingerprint }: ProvedArchive) =>
  `${publicUrl ?? `the installation with the key ${fingerprint}`}${cell === null ? '' : ` (installation ${cell})`}`;

/** The tables in the archive, as they are here. */
async function tablesOf(client: pg.Client, facts: TableFacts[]): Promise<Map<string, Table>> {
  const described = await describeTables(
    client,
    facts.map(({ name }) => name),
  );
  const tables = new Map(described.map((table) => [table.name, table]));
  for (const { name, columns } of facts)
    if (tables.get(name)?.columns.join() !== columns.join())
      throw new CannotStart(`The table ${name} in the archive has another form than here. Nothing was changed.`);
  return tables;
}

const columnsIn = ({ columns }: Table) => columns.map(quoted).join(', ');

/** Puts aside the rows of tables in which something belongs to one row of the whole installation. */
async function stage(
  client: pg.Client,
  { path, list }: ProvedArchive,
  tables: Map<string, Table>,
  staged: Set<string>,
) {
  for (const name of staged)
    await client.query(
      `create temporary table ${arriving(name)} on commit drop as select ${columnsIn(tables.get(name)!)} from ${quoted(name)} limit 0`,
    );
  await readArchive(path, async (entry) => {
    const table = tableIn(entry.name);
    if (table && staged.has(table))
      await copyIn(client, `${arriving(table)} (${columnsIn(tables.get(table)!)})`, entry.content);
  });
  for (const name of staged) {
    const facts = list.tables.find((one) => one.name === name)!;
    await refuseOtherRows(client, { ...tables.get(name)!, from: arriving(name) }, facts);
  }
}

function tableIn(name: string): string | undefined {
  if (!/^(tables|files)\//.test(name)) return undefined;
  const kind = kindOf(name);
  return kind.kind === 'table' ? kind.table : undefined;
}

/** An archive adds one institution: it never changes another, or an account that exists here. */
async function refuseStrangers(client: pg.Client, institutionId: number, staged: Set<string>) {
  const { rows } = await client.query<{ ids: number[] }>(
    `select array_agg(id) as ids from ${arriving('institutions')}`,
  );
  const { rows: powerful } = await client.query(
    `select from ${arriving('accounts')} where is_group_administrator limit 1`,
  );
  // A password for an account that is here already, perhaps without one.
  const { rows: foreign } = await client.query(
    tablesOfAccounts
      .map((table) => `select from ${arriving(table)} where account_id not in (select id from ${arriving('accounts')})`)
      .join(' union all '),
  );
  const isOne = staged.has('institutions') && String(rows[0]?.ids) === String(institutionId);
  if (!isOne || powerful.length + foreign.length > 0)
    throw new CannotStart('The archive holds more than one institution and its people. Nothing was changed.');
}

const settle = (client: pg.Client, table: Table) =>
  client.query(
    `insert into ${quoted(table.name)} (${columnsIn(table)}) overriding system value select ${columnsIn(table)} from ${arriving(table.name)}`,
  );

async function load(client: pg.Client, { proof, uploads }: Work, tables: Map<string, Table>, staged: Set<string>) {
  const sha256Of = new Map(proof.list.entries.map(({ name, sha256 }) => [name, sha256]));
  await readArchive(proof.path, async (entry) => {
    const table = tableIn(entry.name);
    if (table && !staged.has(table))
      await copyIn(client, `${quoted(table)} (${columnsIn(tables.get(table)!)})`, entry.content);
    const kind = entry.name.startsWith('files/') ? kindOf(entry.name) : undefined;
    if (kind?.kind === 'upload') await uploads.add(kind.storedAs, entry.content, sha256Of.get(entry.name));
  });
}

async function refuseOtherRows(client: pg.Client, table: Table, { name, rows, sha256 }: TableFacts) {
  const found = await digestOf(client, table);
  if (found.rows === rows && found.sha256 === sha256) return;
  throw new CannotStart(
    `Table ${name} does not hold what the archive does after loading it (${found.rows} rows of ${rows}). Nothing was changed.`,
  );
}

function refuseTaken({ header }: ProvedArchive, taken: string[]) {
  if (taken.length === 0) return;
  const some = taken.length > 12 ? [...taken.slice(0, 12), `and ${taken.length - 12} more kinds`] : taken;
  throw new CannotStart(
    [
      `${header.institution.name} can’t be added, because this is taken here already:`,
      ...some.map((one) => `  ${one}`),
      'Nothing was changed.',
      taken.some((one) => / number \d|, number \d/.test(one))
        ? 'Numbers stay as they are: the sealed log, published results and issued papers contain them. They overlap when both installations are older than AKADA_CELL, or had the same one.'
        : 'Change it in either installation, then export again.',
    ].join('\n'),
  );
}

async function takeSecrets(client: pg.Client, { proof, secrets, secret }: Work) {
  const { id } = proof.header.institution;
  if (secrets) {
    for (const { purpose, key } of secrets.keys)
      if (keptKeys(id).includes(purpose))
        await client.query('insert into carried_keys (institution_id, purpose, sealed) values ($1, $2, $3)', [
          id,
          purpose,
          seal(carryingKey(secret, id), Buffer.from(key, 'base64'), id),
        ]);
    await sealSecrets(client, secret, id, secrets);
    return;
  }
  const { results, papers } = proof.header.sealed;
  if (results + papers > 0)
    throw new CannotStart(
      `${proof.header.institution.name} has ${results} published results and ${papers} issued papers, whose seals only the secrets in the archive prove. Set AKADA_ARCHIVE_PASSPHRASE to the passphrase of the export, or export again. Nothing was changed.`,
    );
  for (const { without, owner } of sealedColumns)
    await client.query(
      owner
        ? `${without} where account_id = any($1) and account_id in (select id from ${arriving('accounts')})`
        : `${without} where institution_id = $1`,
      [owner ? proof.header.members : id],
    );
}

/** Numbers that this installation gives itself later must not be among those that came. */
async function raiseNumbers(client: pg.Client, tables: string[]) {
  const { rows } = await client.query<{ cell: number | null }>('select cell from installation');
  const cell = rows[0]?.cell ?? 0;
  for (const table of tables)
    await client.query(
      `select setval(s, m.last) from (select pg_get_serial_sequence($1, 'id')::regclass as s) s
         cross join lateral (select max(id) as last from ${quoted(table)} where id > $2::bigint and id <= $3::bigint) m
       where m.last > coalesce(pg_sequence_last_value(s), 0)`,
      [quoted(table), idBefore(cell, table), idBefore(cell + 1, table)],
    );
}

/** What was sealed there proves itself here, by the keys that came along. */
async function refuseBroken(client: pg.Client, { proof, secret }: Work) {
  const { header } = proof;
  const { id, name } = header.institution;
  const head = { institution: id, ...header.logHead, where: 'the archive', at: new Date(header.createdAt) };
  const { problems, results, papers } = await verifyAll(client, secret, { id, name }, [head]);
  const isWhole = results === header.sealed.results && papers === header.sealed.papers;
  if (problems.length > 0 || !isWhole)
    throw new CannotStart(
      `What is sealed in the archive does not verify here: ${problems.join(' ') || 'results or papers are missing.'} Nothing was changed.`,
    );
  return { results, papers };
}
