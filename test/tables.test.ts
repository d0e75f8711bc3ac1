import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { layerOf, featureOf, root, sources } from '../bin/imports.ts';
import { featureOrder } from './feature-order.ts';

/*
 * A feature reads its own tables and those of the features below it, in SQL as in imports. What it asks about rows above
 * it, the upper feature answers: by a view that the lower one declares in its schema (docs/decisions/0025), or by its
 * manifest.
 */

/** `file → table`, each with its reason; one that is no longer needed fails the test. */
const exceptions: Record<string, string> = {
  ...Object.fromEntries(
    ['announce-notices.ts → students', 'announce-notices.ts → student_guardians']
      .concat(
        ['students', 'student_guardians', 'guardians', 'employees'].map((table) => `event-recipients.ts → ${table}`),
      )
      .map((line) => [`src/kernel/messages/${line}`, 'features below those of people announce events to people']),
  ),
  'src/features/money/balances/overview/overview.ts → online_reviews':
    'the overview counts what waits for the bursary, by whomever it was left',
  ...Object.fromEntries(
    ['merges', 'payment_shares', 'online_payment_items', 'orders', 'terms', 'enrolments'].map((table) => [
      `src/kernel/own-family/concerned.ts → ${table}`,
      'whom a record concerns is one table, so that no feature can forget it (docs/decisions/0066)',
    ]),
  ),
};

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const placeOf = (file: string) => featureOf(file) ?? layerOf(file)!;

/** The feature or layer that declares each table or view. */
const owners = new Map(
  ['src/kernel/tables.ts', ...globSync('src/**/*.schema.ts', { cwd: root })].flatMap((file) =>
    [...read(file).matchAll(/= \w*[tT]able\(\s*'(\w+)'/g)].map(([, table]) => [table!, placeOf(file)] as const),
  ),
);

const levels = ['kernel', 'web', ...featureOrder, 'product'];
const isAbove = (table: string, file: string) => levels.indexOf(owners.get(table)!) > levels.indexOf(placeOf(file));

/** Tables that a file names in SQL: after from, join, into, update and using, and as a piece of SQL of its own. */
export function tablesIn(text: string): Set<string> {
  const code = text.replace(/^\s*(\/\/.*$|\/\*[\s\S]*?\*\/)/gm, '');
  const lists = code.matchAll(
    /\b(?:from|join|into|update|using)\s+(?:only\s+)?(?=([a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?(?:\s*,\s*[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?)*))/g,
  );
  const pieces = code.matchAll(/sql`([a-z_]+)`|sql\.(?:raw|identifier)\('([a-z_]+)'\)/g);
  const words = [
    ...[...lists].flatMap(([, list]) => list!.split(/\s*,\s*/).map((entry) => entry.split(/\s/)[0]!)),
    ...[...pieces].map(([, piece, name]) => (piece ?? name)!),
  ];
  return new Set(words.filter((word) => owners.has(word)));
}

const upward = sources
  .filter((file) => file.endsWith('.ts') && layerOf(file) !== 'product')
  .flatMap((file) =>
    [...tablesIn(read(file))].filter((table) => isAbove(table, file)).map((table) => `${file} → ${table}`),
  );

test('SQL names only tables of the own feature and of those below', () => {
  expect(upward.filter((line) => !(line in exceptions))).toEqual([]);
});

test('no exception outlives its reason', () => {
  expect(Object.keys(exceptions).filter((line) => !upward.includes(line))).toEqual([]);
});

test('tables are found in every place where SQL names them', () => {
  expect([...tablesIn('sql`select from students s, guardians g join batches b on true`')]).toEqual([
    'students',
    'guardians',
    'batches',
  ]);
  expect([
    ...tablesIn('sql`delete from only sessions using accounts`; sql`update roles set`; sql`insert into files (id)`'),
  ]).toEqual(['sessions', 'accounts', 'roles', 'files']);
  expect([...tablesIn('const table = { employee: sql`employees` };')]).toEqual(['employees']);
  expect(owners.size).toBeGreaterThan(80);
});

/** What writes to the queue of messages: the queue itself, composed messages, and demonstrations. */
const queues = /^src\/kernel\/messages\/|^src\/features\/messages\/|\.demo\.ts$/;

test('messages leave through the queue alone', () => {
  const writers = sources.filter(
    (file) => /insert into outbox\b|insert(?:Many)?\((?:\w+, )?outbox\b/.test(read(file)) && !queues.test(file),
  );
  expect(writers).toEqual([]);
  const callers = sources.filter((file) => /from 'nodemailer|import\('nodemailer|Authorization: /.test(read(file)));
  expect(
    callers.filter((file) => !/^src\/(?:kernel\/messages|features\/online\/gateways)\/providers\//.test(file)),
  ).toEqual([]);
});

test('SQL whose rows are read is asked by `query`, with the schema or the type of a row', () => {
  const asked = sources.filter((file) => !file.endsWith('.test.ts') && file.startsWith('src/'));
  expect(asked.filter((file) => /\.execute<|\.execute\(.*\)\)\.rows/.test(read(file)))).toEqual([]);
});
