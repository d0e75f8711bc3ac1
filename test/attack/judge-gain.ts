import type { Case, Rules } from './case.ts';
import type { Change } from './journal.ts';
import { nobody } from './people.ts';

type Row = NonNullable<Change['after']>;

/**
 * What one person gains alone: a place where money, messages or secrets go, something for the own family, or words in the
 * school's name. The kinds alone, family and visitor of docs/security-tests.md.
 */
export function gainsOf(one: Case, { families }: Rules): string[] {
  const { person, changes, sent, matched } = one;
  return [
    ...destinationsOf(changes).map((table) => `alone: ${person.name} changed where something goes in ${table}`),
    ...(isForEverybody.has(matched?.url ?? '') ? [] : ownFamilyOf(changes, families.get(person.name) ?? [])).map(
      (table) => `family: ${person.name} changed ${table} of the own child, unmarked`,
    ),
    ...(person.name === nobody && matched?.may !== 'machine' ? wordsOf(changes, sent) : []),
  ];
}

/** Where something goes, while it is in force. */
const inForce: Record<string, (row: Row) => unknown> = {
  message_providers: ({ is_on, place, kind, sealed }) => is_on && place !== null && [kind, sealed],
  gateway_keys: ({ provider, mode, sealed }) => provider !== 'test' && [mode, sealed],
  online_settings: ({ provider }) => provider !== 'test' && provider,
  bank_accounts: ({ archived_at, name, bank, number }) => !archived_at && [name, bank, number],
  installation: ({ public_url }) => public_url,
  site_hosts: ({ status, host, decided_by }) => status === 'approved' && decided_by === 'administrator' && host,
};

/** Tables in which a destination came into force without two people. */
function destinationsOf(changes: readonly Change[]): string[] {
  const isAgreed = changes.some(
    ({ table, after }) =>
      table === 'approvals' && after?.['outcome'] === 'approved' && after['decided_by'] !== after['asked_by'],
  );
  if (isAgreed) return [];
  return changes.flatMap(({ table, before, after }) => {
    const now = after && inForce[table]?.(after);
    if (!now || JSON.stringify(before && inForce[table]!(before)) === JSON.stringify(now)) return [];
    // The first public address is learned; a group administrator approves a host name.
    const isFirst = table === 'installation' && !before?.['public_url'];
    return isFirst || table === 'site_hosts' ? [] : [table];
  });
}

/**
 * What whole classes are sent, charged or asked anew by one rule, or printed, the own child's among them: no favour, and
 * no choice.
 */
const isForEverybody = new Set(['/bill-files', '/fee-runs', '/letters', '/promotion/withdraw-approval']);

/** Written beside what was done, by the product itself; who may have which account has rules of its own. */
const accompanying = new Set(['audit_entries', 'notifications', 'outbox', 'read_log', 'form_drafts', 'memberships']);

/** Tables in which something of an own child changed, while no entry of the log says why that was allowed. */
function ownFamilyOf(changes: readonly Change[], children: readonly number[]): string[] {
  if (children.length === 0) return [];
  const isOwn = (row: Change['after']) => children.includes(Number(row?.['student_id'] ?? NaN));
  const isMarked = changes.some(
    ({ table, after }) => table === 'audit_entries' && Object.hasOwn(Object(after?.['details']), 'ownFamily'),
  );
  const own = changes.filter(
    ({ table, before, after }) =>
      !accompanying.has(table) && (isOwn(after) || isOwn(before) || (table === 'students' && isChild(children, after))),
  );
  return isMarked ? [] : [...new Set(own.map(({ table }) => table))];
}

const isChild = (children: readonly number[], row: Change['after']) => children.includes(Number(row?.['id']));

/** Words typed by a stranger in what goes out in the school's name; a username in a reset code is known to the school. */
function wordsOf(changes: readonly Change[], sent: string): string[] {
  const typed = [...sent.matchAll(/"([^"]*\p{L} [^"]+)"/gu)].map(([, words]) => words!);
  return changes.flatMap(({ table, before, after }) => {
    if (table !== 'outbox' || before) return [];
    const said = `${String(after?.['subject'] ?? '')} ${String(after?.['body'])}`;
    const word = typed.find((one) => one.length > 5 && said.includes(one));
    return word ? [`visitor: “${word}” goes to ${String(after?.['recipient'])} in the school's name`] : [];
  });
}
