import pg from 'pg';
import { landedFiles, readMigrations, refuseChanged } from '#kernel/migrate.ts';
import { explainConnection } from '#kernel/postgres/connection-trouble.ts';
import { refuseLostStatements } from '#kernel/postgres/prepared-statements.ts';
import { limits } from '#kernel/postgres/roles.ts';
import { locksQuery } from '../partition/tables.ts';
import { type Finding, type Findings, counted, megabytes } from './finding.ts';

/** What one process opens at most (docs/operations.md). */
const connectionsOfProcess = 22;
/** The newest that is tested. */
const tested = 18;
const extensions = ['btree_gin', 'btree_gist', 'pg_trgm'];
const locksOfRestore = 256;

interface Facts {
  version: string;
  major: number;
  encoding: string;
  bytes: number;
  extensions: string[];
  room: number;
  locks: number;
  /** What is needed where tables have partitions. */
  locksOfAll: number;
  ours: number;
  others: number;
  app: { bypasses: boolean; settings: string[] } | null;
  isMember: boolean;
  /** Nothing has been set up yet: the start makes roles and extensions. */
  isEmpty: boolean;
}

const factsQuery = `
  select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
    pg_encoding_to_char(d.encoding) as encoding, pg_database_size(d.oid)::float8 as bytes,
    (select array_agg(extname::text) from pg_extension) as extensions,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - current_setting('reserved_connections')::int as room,
    current_setting('max_locks_per_transaction')::int as locks, (select setting from (${locksQuery()}) l) as "locksOfAll",
    (select count(*)::int from pg_stat_activity a where a.datname = d.datname and a.usename = 'akada_app') as ours,
    (select count(*)::int from pg_stat_activity a where a.datname is not null and a.pid <> pg_backend_pid()
      and (a.datname <> d.datname or a.usename <> 'akada_app')) as others,
    (select jsonb_build_object('bypasses', rolsuper or rolbypassrls, 'settings', coalesce(rolconfig, '{}'))
      from pg_roles where rolname = 'akada_app') as app,
    exists (select from pg_auth_members m join pg_roles r on r.oid = m.roleid
      where r.rolname = 'akada_gate' and m.member = current_user::regrole and m.set_option and m.inherit_option) as "isMember",
    to_regclass('public.akada_migrations') is null as "isEmpty"
  from pg_database d where d.datname = current_database()`;

export const readFacts = async (client: pg.Client): Promise<Facts> => (await client.query<Facts>(factsQuery)).rows[0]!;

/** Version, encoding, extensions, roles and their settings. */
export function checkServer(say: Findings, facts: Facts): Finding[] {
  const { version, major, encoding, bytes, locks, locksOfAll } = facts;
  const findings: Finding[] = [];
  if (encoding !== 'UTF8')
    findings.push(
      say.wrong(
        `The encoding is ${encoding}, in which some names cannot be saved. Back up, create a database with encoding utf8, and restore into it.`,
      ),
    );
  if (major > tested)
    findings.push(say.warning(`PostgreSQL ${version} is newer than those that were tested, up to ${tested}.`));
  const missing = extensions.filter((name) => !facts.isEmpty && !facts.extensions.includes(name));
  if (missing.length)
    findings.push(
      say.wrong(
        `Missing: ${missing.join(', ')}. As a superuser, run: create extension ${missing.join('; create extension ')};`,
      ),
    );
  findings.push(...checkRoles(say, facts));
  const needed = Math.max(locksOfRestore, locksOfAll);
  if (locks < needed)
    findings.push(
      say.warning(
        `max_locks_per_transaction is ${locks}, so a backup cannot be restored here. Set it to ${needed} and restart PostgreSQL.`,
      ),
    );
  return findings.length ? findings : [say.ok(`PostgreSQL ${version}, ${encoding}, ${megabytes(bytes)}.`)];
}

function checkRoles(say: Findings, { app, isMember, isEmpty }: Facts): Finding[] {
  if (isEmpty) return [];
  if (!app) return [say.wrong('Role akada_app is missing. Start Akada, which creates it or says how.')];
  const findings: Finding[] = [];
  if (app.bypasses)
    findings.push(
      say.wrong(
        'Role akada_app can read the data of every institution. Run: alter role akada_app nosuperuser nobypassrls;',
      ),
    );
  if (!isMember)
    findings.push(say.wrong('The owner is no member of akada_gate. Start Akada, which grants it or says how.'));
  const unset = Object.entries(limits).filter(([name, value]) => !app.settings.includes(`${name}=${value}`));
  if (unset.length)
    findings.push(
      say.warning(
        `A slow statement could hold others up. As a superuser, run: ${unset.map(([name, value]) => `alter role akada_app set ${name} = '${value}';`).join(' ')}`,
      ),
    );
  return findings;
}

/** Whether the processes that run, and one more during a rolling update, find connections. */
export function checkConnections(say: Findings, { room, ours, others }: Pick<Facts, 'room' | 'ours' | 'others'>) {
  const processes = Math.max(1, Math.ceil(ours / connectionsOfProcess));
  const left = room - others;
  const fits = Math.floor(left / connectionsOfProcess);
  const now = `There are connections for ${counted(Math.max(0, fits), 'process', 'processes')}`;
  const needed = connectionsOfProcess * (processes + 1) + others;
  const raise = `Raise max_connections by ${Math.max(1, needed - room)}, or put PgBouncer in front.`;
  if (fits < processes) return [say.wrong(`${now}, and ${processes} may run: requests will fail. ${raise}`)];
  if (fits < processes + 1) return [say.warning(`${now}, none for a rolling update. ${raise}`)];
  return [say.ok(`${now} of ${connectionsOfProcess} connections each.`)];
}

/** Whether the server can sign in, and whether a pooler keeps its prepared statements. */
export async function checkAddress(say: Findings, appUrl: string, variable: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: appUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    throw explainConnection(error, appUrl, variable);
  } finally {
    await client.end().catch(() => {});
  }
  await refuseLostStatements(appUrl, variable);
  return [say.ok('The server’s role can sign in, and prepared statements are kept.')];
}

/** Whether the tables are those of this release. */
export async function checkMigrations(say: Findings, client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query(`select to_regclass('public.akada_migrations') is not null as "isThere"`);
  if (!rows[0].isThere) return [say.warning('The database is empty. Start Akada to set it up.')];
  const files = readMigrations();
  const landed = await landedFiles(client, files);
  refuseChanged(files, landed);
  const pending = files.filter(({ name }) => !landed.has(name)).length;
  if (pending === 0) return [say.ok('The tables are those of this release.')];
  return [
    say.warning(`${counted(pending, 'migration')} of this release must still be applied: npm run akada -- upgrade`),
  ];
}
