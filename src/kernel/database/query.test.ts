import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { connect, query, render, runWithCommit, unprepared, type Database, type Tx } from '#kernel/database.ts';
import { Uncertain } from '#kernel/errors.ts';
import { planName } from '#kernel/database/statements.ts';
import { freshDatabase } from '#test/harness/database.ts';

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const fresh = await freshDatabase();
  database = connect({ url: fresh.appUrl, max: 1 });
  drop = fresh.drop;
});
afterAll(async () => {
  await database.close();
  await drop();
});

const write = <T>(work: (tx: Tx) => Promise<T>) => database.asSystem([7], work);
const Row = z.object({ is: z.number() });

test('a row that is not as its schema says fails a test', async () => {
  expect(await write((tx) => query(tx, sql`select ${1}::int as is`, Row))).toEqual([{ is: 1 }]);
  await expect(write((tx) => query(tx, sql`select '1' as is`, Row))).rejects.toThrow(/expected\W+number/);
});

test('SQL keeps its plan, rendered SQL is planned each time in a write', async () => {
  const plans = await write(async (tx) => {
    for (let turn = 0; turn < 3; turn++)
      await Promise.all([
        query(tx, sql`select ${turn}::int as kept`),
        query(tx, render(sql`select ${turn}::int as rendered`)),
        query(tx, unprepared)`select ${turn}::int as planned`,
        query(tx)`select ${turn}::int as written`,
      ]);
    return query(
      tx,
      render(
        sql`select statement from pg_prepared_statements where statement ~ 'as (kept|rendered|planned|written)$' order by 1`,
      ),
    );
  });
  expect(plans).toEqual([{ statement: 'select $1::int as kept' }, { statement: 'select $1::int as written' }]);
});

test('what is sent with the commit answers once the work has returned', async () => {
  const { answer } = await write(async (tx) => ({
    answer: runWithCommit(tx, () => query(tx, sql`select 3 as is`, Row)),
  }));
  expect(await answer).toEqual([{ is: 3 }]);
  const failing = write(async (tx) => void runWithCommit(tx, () => query(tx, sql`select 1 / ${0}::int`)));
  await expect(failing).rejects.toThrow('division by zero');
});

test('a plan is named by its text, so that every process gives it the same name', () => {
  expect(planName('select 1', true)).toBe('girgfUeDFYvBkSu2I-UQfM');
  expect(planName('select 1', true)).toBe(planName('select 1'));
  expect(planName('select 1 ', true)).not.toBe(planName('select 1', true));
});

test('a commit that warns, as one that gave up waiting for its standby, is not said to be certain', async () => {
  const save = (how: string) =>
    write(async (tx) => {
      await tx.execute(sql.raw(`create temp table warned (id int)`));
      await tx.execute(
        sql.raw(`create function pg_temp.warn() returns trigger language plpgsql
        as $$ begin raise ${how} 'alone'; return null; end $$`),
      );
      await tx.execute(
        sql.raw(`create constraint trigger warns after insert on warned deferrable initially deferred
        for each row execute function pg_temp.warn()`),
      );
      await tx.execute(sql.raw(`insert into warned values (1)`));
    });
  await expect(save('warning')).rejects.toThrow(Uncertain);
  expect(await write((tx) => query(tx)`select id from warned`)).toEqual([{ id: 1 }]);
  await write((tx) => tx.execute(sql.raw('drop table warned; drop function pg_temp.warn()')));
  await save('notice');
});
