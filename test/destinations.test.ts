import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { product } from '#product/features.ts';

/** Where money, messages and secrets go is decided by two people, and no place is forgotten: decision 0063. */
import { declarationsIn } from '#test/harness/declarations.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Tables that decide where something goes, and the functions that may write them, with what those write. */
const writers: Record<string, Record<string, string>> = {
  message_providers: {
    'src/features/records/sending/settings/save-provider.ts: saveProvider': 'speed',
    'src/features/records/sending/settings/save-provider.ts: writeProvider': 'settings agreed to',
    'src/features/records/sending/settings/switch-provider.ts: writeSwitch': 'a switch agreed to; off',
    'src/features/records/sending/settings/switch-provider.ts: sendTest': 'when it was tested',
    'src/features/records/sending/settings/switch-provider.ts: askBalance': 'why there is no balance',
    'src/features/records/sending/settings/switch-provider.ts: saveBalance': 'the balance',
    'src/kernel/messages/pin.ts: keepForPinned': 'a copy that is off, for messages bound to it',
    'src/kernel/messages/pin.ts: forgetRetired': 'empties such a copy',
  },
  gateway_keys: {
    'src/features/online/gateways/settings/save-keys.ts: writeKeys': 'keys agreed to; of the test gateway',
    'src/features/online/gateways/settings/save-keys.ts: markTested': 'when tested',
  },
  online_settings: {
    'src/features/online/gateways/settings/switch-gateway.ts: switchGateway': 'a gateway agreed to; off',
    'src/features/online/gateways/settings/switch-gateway.ts: markDemonstration': 'the demonstration',
    'src/features/online/gateways/settings/save-keys.ts: lockSettings': 'an empty row',
    'src/features/online/gateways/settings/save-keys.ts: setTerms': 'the minimum, whether students get accounts',
    'src/features/online/gateways/load.demo.ts: steps': 'the test gateway',
  },
  dedicated_accounts: {
    'src/features/online/gateways/family/family-payments.ts: saveAccount': 'what the gateway in force has made',
    'src/features/online/gateways/online/receive-event.ts: mergeAccounts':
      'the same account, of the record that a merge kept',
  },
  bank_accounts: {
    'src/features/money/bank/accounts/bank-accounts.ts: writeBankAccount': 'accounts agreed to',
    'src/features/money/bank/accounts/bank-accounts.ts: setArchived': 'archived',
  },
  installation: {
    'src/features/school/institutions/set-public-address.ts: writePublicAddress': 'an address agreed to',
    'src/features/school/institutions/set-public-address.ts: learnPublicAddress': 'an address learned',
    'src/kernel/cells.ts: keepCell': 'no address: the number of the installation',
    'src/kernel/secrets/check-secret.ts: keepSecret': 'no address: the secret that the server was started with',
  },
  site_hosts: {
    'src/features/school/site/edit-site.ts: addHost': 'names that wait',
    'src/features/school/site/hosts/decide-host.ts: beginProof': 'when a name was checked',
    'src/features/school/site/hosts/decide-host.ts: approveHost': 'a name agreed to',
    'src/features/school/site/hosts/decide-host.ts: decideHost': 'a name refused',
  },
  machine_secrets: {
    'src/kernel/secrets/machine-secrets.ts: replaceSecret': 'its callers are below',
  },
};

/** Who replaces what signs incoming requests. */
const secretWriters = [
  'src/features/access/audit/webhook-secrets.ts',
  'src/features/online/gateways/settings/save-keys.ts',
  'src/features/records/sending/settings/save-provider.ts',
  'src/kernel/secrets/machine-secrets.ts',
];

const sources = globSync('src/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .flatMap((file) => declarationsIn(read(file)).map(({ name, text }) => ({ file, path: `${file}: ${name}`, text })));
const camel = (table: string) => table.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

test('only the functions that ask two people write what decides where something goes', () => {
  const found = Object.keys(writers).map((table) => {
    const writes = new RegExp(String.raw`\b(insert|update)\(${camel(table)}\)|\b(insert into|update) ${table}\b`);
    return [table, sources.flatMap(({ path, text }) => (writes.test(text) ? [path] : [])).toSorted()];
  });
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(writers).map(([table, files]) => [table, Object.keys(files).toSorted()])),
  );
  const replacing = sources.filter(({ text }) => /\breplaceSecret\(/.test(text)).map(({ file }) => file);
  // A new one is added to the table in docs/security-tests.md.
  expect(replacing.toSorted()).toEqual(expect.arrayContaining(secretWriters));
});

test('each change of a destination is decided by owners alone, and stands in the table of docs/security-tests.md', () => {
  const table = read('docs/security-tests.md').split('## What decides where something goes')[1]!.split('\n## ')[0]!;
  const changes = [...product.approvals.values()].filter(({ isDestination }) => isDestination);
  expect(changes.length).toBeGreaterThan(5);
  expect(changes.filter(({ permission }) => permission !== 'owner')).toEqual([]);
  expect(changes.map(({ kind }) => kind).filter((kind) => !table.includes(`\`${kind}\``))).toEqual([]);
});

/** Columns whose names say that something is sent there or signed with it. */
const named = /^  (\w*(?:url|host|sealed|webhook|redirect|sender|accountnumber)\w*): (?:text|bytes)\(/gim;
const known: Record<string, string> = {
  'approvals.schema.ts sealed': 'a change that waits',
  'gateways.schema.ts accountNumber': 'dedicated_accounts, above',
  'gateways.schema.ts sealed': 'gateway_keys, above',
  'messages.schema.ts sealed': 'message_providers, above',
  'site.schema.ts host': 'site_hosts, above',
  'bank.schema.ts accountNumber': 'of an uploaded statement',
  'pins.schema.ts sealed': 'a pin, which its buyer is shown',
};

test('a new column that could be a destination is looked at here', () => {
  const found = globSync('src/**/*.schema.ts', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(named)].map(([, column]) => `${path.split('/').at(-1)} ${column}`),
  );
  expect(found.toSorted().filter((column) => !(column in known))).toEqual([]);
});
