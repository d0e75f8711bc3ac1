import pg from 'pg';

/** What a database holds, as statements that find and mend what differs from it. */
export interface Contents {
  /** Answers with the names of the tables that differ; its parameter is the transaction since which to look. */
  differences: string;
  /** For each table the statements that put its rows back. */
  rows: Record<string, string>;
  /** Where each sequence stands. */
  sequences: Record<string, string>;
}

const sequenceState = `
  select format('%I.%I', schemaname, sequencename) as name,
    format('select setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename), coalesce(last_value, start_value),
      last_value is not null) as statement
  from pg_sequences`;

/** What a change of the schema, or ANALYZE, writes to, each with its key. */
const catalogues = [
  ...['pg_class', 'pg_proc', 'pg_trigger', 'pg_policy', 'pg_constraint'].map((name) => `${name}.oid`),
  'pg_statistic.starelid',
];
/** The first number that PostgreSQL gives to what it did not bring itself. */
const firstOwn = 16384;

/** Reads the whole of a small database. */
export async function readContents(client: pg.Client): Promise<Contents> {
  const { rows: tables } = await client.query<{ name: string; columns: string }>(`
    select format('%I.%I', nspname, relname) as name,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind = 'r' and nspname <> 'information_schema' and nspname not like 'pg\\_%'`);
  const rows: Contents['rows'] = {};
  const counts: string[] = [];
  for (const { name, columns } of tables) {
    const { rows: found } = await client.query(
      `select count(*)::int as count, coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as all from ${name} t`,
    );
    const { count, all } = found[0] as { count: number; all: string };
    const refill = `insert into ${name} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${name}, ${pg.escapeLiteral(all)})`;
    rows[name] = `delete from ${name}; ${count ? refill : ''};`;
    counts.push(difference(name, count));
  }
  for (const key of catalogues) {
    const own = `${key.split('.')[0]} where ${key} >= ${firstOwn}`;
    const { rows: found } = await client.query(`select count(*)::int as count from ${own}`);
    counts.push(difference(own, found[0].count as number));
  }
  return { differences: counts.join(' union all '), rows, sequences: await sequencesOf(client) };
}

// A new or changed row carries the number of its transaction; one that is gone is missed in the count.
const difference = (name: string, count: number) =>
  `select ${pg.escapeLiteral(name)} as name from ${name} having count(*) <> ${count} or min(age(xmin)) <= age($1::xid)`;

async function sequencesOf(client: pg.Client): Promise<Contents['sequences']> {
  const { rows } = await client.query<{ name: string; statement: string }>(sequenceState);
  return Object.fromEntries(rows.map(({ name, statement }) => [name, statement]));
}

/**
 * Puts back what was changed since a transaction; false where the schema was changed too, so that the database is of no
 * use any more. Nobody else may be at work in it. The writer is a connection in the role of a replica, for which no
 * trigger runs and no foreign key is checked, since all was right before: whoever changes that role loses the plans of
 * all questions, and the one for differences takes 60 ms to plan.
 */
export async function restore(
  client: pg.Client,
  writer: pg.Client,
  contents: Contents,
  since: string,
): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>({
    name: 'differences',
    text: contents.differences,
    values: [since],
  });
  const changed = rows.map(({ name }) => contents.rows[name]);
  if (changed.includes(undefined)) return false;
  const now = await sequencesOf(client);
  const moved = Object.entries(contents.sequences).filter(([name, statement]) => now[name] !== statement);
  const statements = [...changed, ...moved.map(([, statement]) => `${statement};`)];
  if (statements.length) await writer.query(`begin; ${statements.join('\n')} commit`);
  return true;
}

/** The transaction that comes next. */
export async function nextTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query('select pg_snapshot_xmax(pg_current_snapshot())::text as xid');
  return rows[0].xid as string;
}
