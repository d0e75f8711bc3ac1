import type pg from 'pg';
import { carryKeys, keyFor, unsealBytes } from './keys.ts';

/** What an institution brought along is sealed with. */
export const carryingKey = (secret: Buffer, institutionId: number) => keyFor(secret, `carried keys:${institutionId}`);

/** Lets this process use the keys that institutions brought along from other installations. */
export async function loadCarriedKeys(client: pg.Client, secret: Buffer): Promise<void> {
  const { rows } = await client.query<{ institution: number; purpose: string; sealed: Buffer }>(
    'select institution_id as institution, purpose, sealed from carried_keys',
  );
  const keys = rows.map(({ institution, purpose, sealed }) => ({
    purpose,
    key: unsealBytes(carryingKey(secret, institution), sealed, institution),
  }));
  carryKeys(secret, keys);
}
