import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import pg from 'pg';
import { copyOut } from '../../bin/backup/copy.ts';
import { copyIn } from '../../bin/backup/load.ts';
import { pause } from '#test/harness/time.ts';

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: inject('ownerUrl') });
  client.on('error', () => {});
  await client.connect();
  await client.query('create temp table pair (id int primary key, text text)');
});
afterAll(() => client.end());

async function all(query: string) {
  const all: Buffer[] = [];
  for await (const { bytes, rows } of copyOut(client, query)) {
    expect(bytes.toString('utf8').match(/\n/g)).toHaveLength(rows);
    all.push(bytes);
  }
  return Buffer.concat(all).toString();
}
async function* pieces(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('what goes in comes out, in whatever pieces it came', async () => {
  const text = Array.from({ length: 3000 }, (_, at) => `${at}\tẸ̀kọ́ \\\\ \\t ${at}\n`).join('');
  for (const size of [1000, 100_000]) {
    await client.query('truncate pair');
    expect(await copyIn(client, 'pair', pieces(text, size))).toBe(3000);
    expect(await all('select * from pair order by id')).toBe(text);
  }
});

test('much more than fits in memory at once arrives in order while the reader is slow', async () => {
  let sum = 0;
  let count = 0;
  let largest = 0;
  for await (const { bytes } of copyOut(client, `select n, repeat('x', 1000) from generate_series(1, 30000) n`)) {
    if (count < 5000) await pause(20);
    largest = Math.max(largest, bytes.length);
    for (const line of bytes.toString('latin1').trimEnd().split('\n'))
      if (Number(line.split('\t')[0]) !== (count += 1)) throw new Error(`Row ${count} is not in its place.`);
    sum += bytes.length;
  }
  expect(count).toBe(30_000);
  expect(sum).toBeGreaterThan(30e6);
  expect(largest).toBeLessThan(2e6);
});

test('a row longer than everything else comes whole', async () => {
  const lengths = [10, 3_000_000, 5];
  const long = await all(`select repeat('y', n) from unnest(array[${lengths.join(',')}]) n`);
  expect(
    long
      .trimEnd()
      .split('\n')
      .map(({ length }) => length),
  ).toEqual(lengths);
});

test('an error on either side is reported, and the connection stays usable', async () => {
  await client.query('truncate pair');
  await expect(all('select 1 / (3 - n) from generate_series(1, 5) n')).rejects.toThrow('division by zero');
  await expect(copyIn(client, 'pair', pieces('1\tone\n1\tagain\n', 5))).rejects.toThrow('duplicate key');
  const failing = async function* () {
    yield Buffer.from('7\tseven\n');
    throw new Error('the disk went away');
  };
  await expect(copyIn(client, 'pair', failing())).rejects.toThrow('the disk went away');
  await expect(copyIn(client, 'nowhere', pieces('1\n', 5))).rejects.toThrow('does not exist');
  expect((await client.query('select count(*)::int as count from pair')).rows).toEqual([{ count: 0 }]);
});

test('stopping early closes the connection, and nothing waits for ever', async () => {
  const other = new pg.Client({ connectionString: inject('ownerUrl') });
  other.on('error', () => {});
  await other.connect();
  for await (const _ of copyOut(other, `select repeat('x', 1000) from generate_series(1, 100000)`)) break;
  await expect(other.query('select 1')).rejects.toThrow();
  await other.end();
});
