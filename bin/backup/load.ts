import type pg from 'pg';
import { CannotStart } from '#kernel/cannot-start.ts';
import type { List, TableFacts } from './contents.ts';
import { digestOf, nextNumbers, quoted, type Table } from './tables.ts';
import { once } from 'node:events';
import { type Wire, submit } from './copy.ts';

/** Tables prepared for loading: constraints, counters and policies are off until `close`. All in one transaction. */
interface Loading {
  load(table: string, lines: AsyncIterable<Buffer>): Promise<void>;
  /** Restores every constraint, which checks all rows, and sets the sequences. */
  close(numbers: List['numbers']): Promise<void>;
}

/** Prepares the tables that the migrations have just created. */
export async function openTables(client: pg.Client, tables: Table[], facts: TableFacts[]): Promise<Loading> {
  refuseOtherForm(tables, facts);
  const ownNumbers = (await nextNumbers(client, tables)).map(formOfNumber);
  const names = tables.map(({ name }) => name);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1)
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by 1`,
    [names],
  );
  // Before anything is emptied: the ledger refuses that too.
  const restoreRules = await liftRules(client, names);
  // The migrations fill geography, but the file contains it too.
  await client.query(`truncate ${names.map(quoted).join(', ')}`);
  // Updating the indexes row by row took most of the time; building them at the end is fast.
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  const columnsOf = new Map(facts.map(({ name, columns }) => [name, columns.map(quoted).join(', ')]));
  return {
    async load(table, lines) {
      await copyIn(client, `${quoted(table)} (${columnsOf.get(table)!})`, lines);
    },
    async close(numbers) {
      refuseOtherNumbers(ownNumbers, numbers.map(formOfNumber));
      await client.query('set constraints all immediate');
      await refuseOtherRows(client, tables, facts);
      for (const { table, column, next } of numbers)
        await client.query(
          `alter table ${quoted(table)} alter column ${quoted(column)} restart with ${BigInt(next).toString()}`,
        );
      for (const { definition } of indexes) await client.query(definition);
      await restoreRules();
    },
  };
}

/** Takes triggers, policies and foreign keys off tables; returns what puts them back, which checks all rows. */
export async function liftRules(client: pg.Client, names: string[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = 'public'::regnamespace and c.relname = any($1) order by 1, 2`,
    [names],
  );
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname = any($1) and relforcerowsecurity`,
    [names],
  );
  const forced = rows.map(({ name }) => name);
  const all = async (alteration: string, these = names) => {
    for (const name of these) await client.query(`alter table ${quoted(name)} ${alteration}`);
  };
  await all('disable trigger user');
  // COPY cannot load into a table whose policies apply to the current role.
  await all('no force row level security', forced);
  // Institutions refer to their logo, and files to their institution: no order of tables satisfies every key.
  for (const { table, name } of keys)
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
  return async () => {
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`);
    await all('enable trigger user');
    await all('force row level security', forced);
  };
}

/** The migrations are the same, so the tables must be too; otherwise the file was tampered with. */
function refuseOtherForm(tables: Table[], facts: TableFacts[]) {
  const form = ({ name, columns }: { name: string; columns: string[] }) => `${name} (${columns.join(', ')})`;
  const [here, there] = [tables.map(form).toSorted(), facts.map(form).toSorted()];
  const odd = there.find((table) => !here.includes(table)) ?? here.find((table) => !there.includes(table));
  if (odd || here.length !== there.length)
    throw new CannotStart(
      `The tables in this backup are not those of its version of Akada: ${odd ?? 'one appears twice'}.`,
    );
}

const formOfNumber = ({ table, column }: List['numbers'][number]) => `${table}.${column}`;

/** Every counter comes once, and no other: without its own a table would give the same number twice. */
function refuseOtherNumbers(here: string[], there: string[]) {
  const odd = there.find((one, at) => !here.includes(one) || there.indexOf(one) !== at);
  if (odd)
    throw new CannotStart(`The backup sets the counter ${odd}, which its tables do not have. Nothing was changed.`);
  const lost = here.find((one) => !there.includes(one));
  if (lost) throw new CannotStart(`The backup lacks the counter ${lost}. Nothing was changed.`);
}

async function refuseOtherRows(client: pg.Client, tables: Table[], facts: TableFacts[]) {
  for (const table of tables) {
    const { rows, sha256 } = facts.find(({ name }) => name === table.name)!;
    const found = await digestOf(client, table);
    if (found.rows === rows && found.sha256 === sha256) continue;
    throw new CannotStart(
      `Table ${table.name} does not hold what the backup does after loading it (${found.rows} rows of ${rows}). Nothing was changed.`,
    );
  }
}

/** Loads lines from `copyOut`; returns the number of rows. */
export async function copyIn(client: pg.Client, target: string, lines: AsyncIterable<Buffer>): Promise<number> {
  const copy = new CopyIn(`copy ${target} from stdin`, lines);
  submit(client, copy);
  return copy.done;
}

class CopyIn {
  readonly #text: string;
  readonly #lines: AsyncIterable<Buffer>;
  readonly #answer = Promise.withResolvers<number>();
  #pump: Promise<void> = Promise.resolve();
  #count = 0;
  #isOver = false;

  constructor(text: string, lines: AsyncIterable<Buffer>) {
    this.#text = text;
    this.#lines = lines;
  }

  /**
   * Settles when PostgreSQL has answered and the lines are no longer read; rejects with the error of a failed source.
   */
  get done(): Promise<number> {
    return this.#answer.promise.finally(() => this.#pump);
  }

  submit(wire: Wire): void {
    wire.query(this.#text);
  }

  handleCopyInResponse(wire: Wire): void {
    this.#pump = this.#send(wire).catch((error: Error) => {
      wire.sendCopyFail('the source of the rows failed');
      throw error;
    });
    this.#pump.catch(() => {});
  }

  async #send(wire: Wire) {
    for await (const chunk of this.#lines) {
      if (this.#isOver) return;
      wire.sendCopyFromChunk(chunk);
      if (wire.stream.writableNeedDrain) await Promise.race([once(wire.stream, 'drain'), this.#answer.promise]);
    }
    wire.endCopyFrom();
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#count = countIn(text);
  }

  handleReadyForQuery(): void {
    this.#answer.resolve(this.#count);
  }

  handleError(error: Error): void {
    this.#isOver = true;
    this.#answer.reject(error);
  }
}

const countIn = (commandTag: string) => Number(/^COPY (\d+)$/.exec(commandTag)?.[1] ?? 0);
