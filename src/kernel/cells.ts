import type pg from 'pg';
import { CannotStart } from './cannot-start.ts';

/** The highest number of an installation. */
export const lastCell = 4095;

/** Ids are read as JavaScript numbers, so 2^53 of them are shared out; the ids of institutions have 32 bits. */
const rowsOfCell = 2 ** 40;
const institutionsOfCell = 2 ** 19;

/** The last id before those of a cell. */
export const idBefore = (cell: number, table: string): number =>
  cell * (table === 'institutions' ? institutionsOfCell : rowsOfCell);

/** The cell that gave an id. */
export const cellOfId = (id: number, table: string): number => Math.floor(id / idBefore(1, table));

/** An institution's id in an address; 0 if it can't be one. */
export const institutionIn = (text: string): number =>
  /^\d{1,10}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : 0;

/** The first number given becomes the database's; another one is refused. Ids of all tables begin there. */
export async function keepCell(client: pg.Client, given: number | undefined): Promise<void> {
  if (given !== undefined)
    await client.query(
      `insert into installation as i (cell) values ($1) on conflict (is_only) do update set cell = $1 where i.cell is null`,
      [given],
    );
  const { rows } = await client.query<{ cell: string | null }>(
    `select to_jsonb(i) ->> 'cell' as cell from installation i`,
  );
  const kept = rows[0]?.cell ?? null;
  if (given !== undefined && kept !== String(given))
    throw new CannotStart(
      `AKADA_CELL is ${given}, but this installation is number ${kept}. Remove AKADA_CELL, or set it to ${kept}: with another number its ids could be those of another installation.`,
    );
  if (kept) await raiseNumbers(client, Number(kept));
}

/** Also for tables that came with an upgrade. */
const raiseNumbers = (client: pg.Client, cell: number) =>
  client.query(
    `select setval(s.seqrelid, b.before) from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
       join pg_sequence s on s.seqrelid = pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass
       cross join lateral (select case c.relname when 'institutions' then $1::bigint else $2 end as before) b
     where c.relnamespace = 'public'::regnamespace and b.before > coalesce(pg_sequence_last_value(s.seqrelid), 0)`,
    [idBefore(cell, 'institutions'), idBefore(cell, '')],
  );
