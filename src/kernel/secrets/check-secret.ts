import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { CannotStart } from '#kernel/cannot-start.ts';

/** Compares two secrets without revealing them. */
export const fingerprintOf = (secret: Buffer) =>
  createHmac('sha256', secret).update('akada backup fingerprint').digest('hex');

/** Refuses a secret that is not the database's. A database that does not know its secret yet passes. */
export async function refuseOtherSecret(client: pg.Client, secret: Buffer): Promise<void> {
  // Also of a database without the column.
  const { rows } = await client.query<{ stored: string | null }>(
    `select to_jsonb(i) ->> 'secret_fingerprint' as stored from installation i`,
  );
  const stored = rows[0]?.stored;
  if (!stored || stored === fingerprintOf(secret)) return;
  throw new CannotStart(
    'The secret in AKADA_SECRET, or in AKADA_DATA/secret.key if it is not set, is not the one that this database was set up with. Start with that one: without it, two-step verification, pins and provider keys are unreadable.',
  );
}

/** The same, and the first secret becomes the database's. */
export async function keepSecret(client: pg.Client, secret: Buffer): Promise<void> {
  await client.query(
    `insert into installation as i (secret_fingerprint) values ($1)
     on conflict (is_only) do update set secret_fingerprint = $1 where i.secret_fingerprint is null`,
    [fingerprintOf(secret)],
  );
  await refuseOtherSecret(client, secret);
}
