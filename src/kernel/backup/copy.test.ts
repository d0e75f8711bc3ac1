import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import pg from 'pg';
import { copyIn, copyOut } from './copy.ts';

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: inject('ownerUrl') });
  client.on('error', () => {});
  await client.connect();
  await client.query('create temp table pair (id int primary key, text text)');
});
afterAll(() => client.end());

async function all(query: string) {
  const lines: Buffer[] = [];
  for await (const some of copyOut(client, query)) lines.push(...some);
  return lines;
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
    expect(Buffer.concat(await all('select * from pair order by id')).toString()).toBe(text);
  }
});

test('much more than fits in memory at once arrives in order while the reader is slow', async () => {
  let sum = 0;
  let count = 0;
  let largest = 0;
  for await (const lines of copyOut(client, `select n, repeat('x', 1000) from generate_series(1, 30000) n`)) {
    if (count < 5000) await new Promise((done) => void setTimeout(done, 2));
    largest = Math.max(
      largest,
      lines.reduce((size, line) => size + line.length, 0),
    );
    for (const line of lines) {
      expect(Number(line.toString('latin1').split('\t')[0])).toBe((count += 1));
      sum += line.length;
    }
  }
  expect(count).toBe(30_000);
  expect(sum).toBeGreaterThan(30e6);
  expect(largest).toBeLessThan(2e6);
});

test('an error of either side is told, and the connection goes on', async () => {
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

test('who stops reading early loses the connection, and nothing waits for ever', async () => {
  const other = new pg.Client({ connectionString: inject('ownerUrl') });
  other.on('error', () => {});
  await other.connect();
  for await (const _ of copyOut(other, `select repeat('x', 1000) from generate_series(1, 100000)`)) break;
  await expect(other.query('select 1')).rejects.toThrow();
  await other.end();
});
