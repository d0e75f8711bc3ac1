import type { Change } from './journal.ts';
import { unknownMark, unknownNumber } from './payloads.ts';
import { groupAdministrator, nobody } from './people.ts';
import { type Case, type Rules, isWrite, isRefused } from './case.ts';

export const tablesIn = (changes: Change[]) => [...new Set(changes.map(({ table }) => table))].join(', ');

/** Whoever is nobody may open a door of his own and leave a trace of it, no more. */
const doors = new Set([
  'sessions',
  'credentials',
  'one_time_tokens',
  'recovery_codes',
  'audit_entries',
  'outbox',
  'accounts',
  // A person is told of his own sign-in.
  'notifications',
]);

/** What visitors do at the counter: they order pins and pay fees, and write their own application. */
const counters: readonly { at: RegExp; tables: ReadonlySet<string> }[] = [
  {
    at: /^\/(orders|test-gateway|sites\/:slug\/application\/.*(pay|accept))/,
    tables: new Set(['orders', 'pins', 'counters', 'payments', 'online_payments', 'test_gateway_payments']),
  },
  {
    at: /^\/sites\/:slug\/appl/,
    tables: new Set([
      'applications',
      'application_papers',
      'application_tasks',
      'files',
      'pins',
      'pin_tries',
      'orders',
    ]),
  },
  { at: /^\/sites\/:slug\/result/, tables: new Set(['pins', 'pin_tries']) },
];

const isAtCounter = (url: string | undefined, table: string) =>
  counters.some(({ at, tables }) => at.test(url ?? '') && tables.has(table));

/** What a mere look may write: a download and a look at private data are noted. */
export const noted = ['audit_entries', 'read_log'];

/** What a link or code opens belongs to an account, an application or an order's buyer; other text names the permission of its source. */
const ownerOf = (row: Change['after']) =>
  row?.['account_id'] ?? row?.['application_id'] ?? (row?.['key_kind'] === 'order' ? row['recipient'] : null);
const isPersonal = (row: Change['after']) =>
  row?.['key_kind'] !== null || /^(other$|accounts\.)/.test(String(row['event']));

export function storageOf(one: Case, { foreignIds }: Rules): string[] {
  const { answer, changes, matched, person } = one;
  const found: string[] = [];
  if (isRefused(answer) && changes.length)
    found.push(`refused: answered ${answer.statusCode}, yet changed ${tablesIn(changes)}`);
  const more = changes.filter(({ table }) => !noted.includes(table));
  if (!isWrite(one) && more.length) found.push(`read: ${one.method} changed ${tablesIn(more)}`);
  if (
    person.name === nobody &&
    matched?.may !== 'machine' &&
    changes.some(({ table }) => !doors.has(table) && !isAtCounter(matched?.url, table))
  )
    found.push(`rights: nobody changed ${tablesIn(changes)}`);
  for (const { table, before, after } of changes) {
    const text = JSON.stringify(after ?? {});
    if (text.includes(unknownMark) || text.includes(String(unknownNumber)))
      found.push(`unknown: a key that no form has was stored in ${table}`);
    if (
      table === 'accounts' &&
      after?.['is_group_administrator'] === true &&
      before?.['is_group_administrator'] !== true
    )
      found.push('rights: an account became a group administrator');
    if (table === 'outbox' && !before && isPersonal(after) && !ownerOf(after))
      found.push('message: one was written that belongs to no account, so that nothing says who may read it');
    const owner = (after ?? before)?.['institution_id'];
    if (person.name !== groupAdministrator && foreignIds.includes(Number(owner)))
      found.push(`foreign: a row of another institution changed in ${table}`);
  }
  if (matched?.url === '/assets/*' && changes.length) found.push('read: a file changed the database');
  return found;
}

/** What an error of the machinery says, and no sentence of ours. */
export const machinery =
  /node_modules|\bat \S+ \(?(?:file|node|\/)[^\s]*:\d+|\/src\/(?:web|kernel|features)\/|ZodError|FST_ERR|SQLSTATE|Failed query|violates |syntax error at|invalid input syntax|invalid byte sequence|out of range for type|duplicate key|relation "|column "|PostgreSQL|ECONNREFUSED|ENOENT|Cannot read propert|is not a function|Unexpected token|in JSON at position|Invalid option: |Invalid input: |expected one of|Too (?:big|small): /;
