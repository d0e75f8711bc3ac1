import type pg from 'pg';
import { carryKeys, keyFor, seal, unsealBytes } from './keys.ts';

interface CarriedKey {
  institutionId: number;
  purpose: string;
  key: Buffer;
}

/** What an institution brought along is sealed with. */
const keyOf = (secret: Buffer, institutionId: number) => keyFor(secret, `carried keys:${institutionId}`);

/** Lets this process use the keys that institutions brought along from other installations. */
export async function useCarriedKeys(client: pg.Client, secret: Buffer): Promise<void> {
  const { rows } = await client.query<{ institution: number; purpose: string; sealed: Buffer }>(
    'select institution_id as institution, purpose, sealed from carried_keys',
  );
  const keys = rows.map(({ institution, purpose, sealed }) => ({
    purpose,
    key: unsealBytes(keyOf(secret, institution), sealed, institution),
  }));
  carryKeys(secret, keys);
}

/** Stores a key that an institution brought along. */
export const keepCarriedKey = (client: pg.Client, secret: Buffer, { institutionId, purpose, key }: CarriedKey) =>
  client.query('insert into carried_keys (institution_id, purpose, sealed) values ($1, $2, $3)', [
    institutionId,
    purpose,
    seal(keyOf(secret, institutionId), key, institutionId),
  ]);
