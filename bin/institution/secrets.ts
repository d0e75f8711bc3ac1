import { randomBytes, scryptSync } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import { quoted } from '../backup/tables.ts';
import { keyFor, seal, unseal, unsealBytes } from '#kernel/secrets/keys.ts';
import { arriving } from './collisions.ts';
import type { People } from './travels.ts';

type Row = Record<string, unknown>;

/** A column sealed with a key of the installation: opened at export, and sealed with the other key at import. */
interface SealedColumn {
  table: string;
  column: string;
  /** What finds the row again. */
  key: string[];
  /** As the feature derives its key. */
  purpose: (institutionId: number, row: Row) => string;
  /** The owner that it is bound to. */
  owner?: string;
  /** How the rows without it are left, if the secrets are not taken along. */
  without: string;
}

export const sealedColumns: SealedColumn[] = [
  {
    table: 'credentials',
    column: 'totp_secret',
    key: ['account_id'],
    purpose: () => 'akada:totp',
    owner: 'account_id',
    without: 'update credentials set totp_secret = null, totp_confirmed_at = null, totp_last_step = null',
  },
  {
    table: 'gateway_keys',
    column: 'sealed',
    key: ['provider'],
    purpose: (id, { provider }) => `gateway:${id}:${String(provider)}`,
    without: 'delete from gateway_keys',
  },
  ...['sealed', 'previous'].map((column) => ({
    table: 'machine_secrets',
    column,
    key: ['machine'],
    purpose: (id: number, { machine }: Row) => `machine:${id}:${String(machine)}`,
    without: 'delete from machine_secrets',
  })),
  {
    table: 'message_providers',
    column: 'sealed',
    key: ['channel', 'kind'],
    purpose: (id, { channel, kind }) => `message provider:${id}:${String(channel)}:${String(kind)}`,
    without: 'delete from message_providers',
  },
  {
    table: 'pending_changes',
    column: 'sealed',
    key: ['approval_id'],
    purpose: (id) => `pending change:${id}`,
    without: 'delete from pending_changes',
  },
  {
    table: 'pin_batches',
    column: 'secrets',
    key: ['id'],
    purpose: (id) => `pins.seal:${id}`,
    without: 'update pin_batches set secrets = null',
  },
  {
    table: 'pins',
    column: 'sealed',
    key: ['id'],
    purpose: (id) => `pins.seal:${id}`,
    without: 'update pins set sealed = null',
  },
];

/**
 * Keys of an institution that travel: pins and codes are stored as hashes only, and the log names the seals of results
 * and papers, so these can't be replaced.
 */
export const keptKeys = (institutionId: number): string[] =>
  ['results.seal', 'transcripts.seal', 'pins.hash', 'orders.code', 'messages.unsubscribe', 'application codes'].map(
    (purpose) => `${purpose}:${institutionId}`,
  );

/** Columns of bytes that no key opens: hashes, digests and seals, which travel as they are. */
export const plainBytes: Record<string, string[]> = {
  academic_papers: ['content_digest', 'names_digest', 'seal'],
  applications: ['code_hash'],
  audit_entries: ['hash', 'content_digest', 'salt'],
  audit_redactions: ['salt', 'digest'],
  calendar_feeds: ['token_hash'],
  machine_receipts: ['body_hash'],
  pins: ['secret_hash'],
  published_results: ['digest', 'seal'],
};

const Secrets = z.object({
  opened: z.array(
    z.object({ table: z.string(), column: z.string(), key: z.record(z.string(), z.unknown()), text: z.base64() }),
  ),
  keys: z.array(z.object({ purpose: z.string(), key: z.base64() })),
});
export type Secrets = z.infer<typeof Secrets>;

/** Opens all secrets of an institution. What the installation's key does not open is lost already, and left out. */
export async function openSecrets(
  client: pg.Client,
  secret: Buffer,
  institutionId: number,
  { members }: People,
): Promise<Secrets> {
  const opened: Secrets['opened'] = [];
  for (const { table, column, key, purpose, owner } of sealedColumns) {
    const isOurs = owner ? `${owner} = any ($1)` : 'institution_id = $1';
    const { rows } = await client.query<Row>(
      `select ${[...key, column].map(quoted).join(', ')} from ${quoted(table)} where ${isOurs} and ${quoted(column)} is not null`,
      [owner ? members : institutionId],
    );
    for (const { [column]: sealed, ...found } of rows) {
      const content = opensWith(keyFor(secret, purpose(institutionId, found)), sealed as Buffer, found, owner);
      if (content) opened.push({ table, column, key: found, text: content.toString('base64') });
    }
  }
  const keys = keptKeys(institutionId).map((purpose) => ({
    purpose,
    key: keyFor(secret, purpose).toString('base64'),
  }));
  return { opened, keys };
}

function opensWith(key: Buffer, sealed: Buffer, row: Row, owner: string | undefined): Buffer | null {
  try {
    return unsealBytes(key, sealed, owner ? Number(row[owner]) : undefined);
  } catch {
    return null;
  }
}

/** Seals the secrets with this installation's key, those of people only for accounts that have just arrived. */
export async function sealSecrets(client: pg.Client, secret: Buffer, institutionId: number, { opened }: Secrets) {
  for (const { table, column, key, text } of opened) {
    const found = sealedColumns.find((one) => one.table === table && one.column === column)!;
    const sealed = seal(
      keyFor(secret, found.purpose(institutionId, key)),
      Buffer.from(text, 'base64'),
      found.owner ? Number(key[found.owner]) : undefined,
    );
    const where = found.key.map((name, at) => `${quoted(name)} = $${at + 2}`);
    where.push(
      found.owner
        ? `${quoted(found.owner)} in (select id from ${arriving('accounts')})`
        : `institution_id = ${Number(institutionId)}`,
    );
    await client.query(`update ${quoted(table)} set ${quoted(column)} = $1 where ${where.join(' and ')}`, [
      sealed,
      ...found.key.map((name) => key[name]),
    ]);
  }
}

/** A passphrase that is printed once: 120 random bits. */
export const newPassphrase = (): string => randomBytes(15).toString('base64url');

const keyOf = (passphrase: string, salt: Buffer) =>
  scryptSync(passphrase, salt, 32, { N: 32_768, r: 8, p: 1, maxmem: 67_108_864 });

const saltSize = 16;

export function lock(secrets: Secrets, passphrase: string): Buffer {
  const salt = randomBytes(saltSize);
  return Buffer.concat([salt, seal(keyOf(passphrase, salt), JSON.stringify(secrets))]);
}

/** Null if the passphrase is another one. */
export function unlock(locked: Buffer, passphrase: string): Secrets | null {
  const text = unseal(keyOf(passphrase, locked.subarray(0, saltSize)), locked.subarray(saltSize));
  return text === null ? null : Secrets.parse(JSON.parse(text));
}
