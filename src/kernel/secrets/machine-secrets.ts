import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { query, render, type Db, type Tx } from '../database.ts';
import { keyFor, seal, unseal } from './keys.ts';

/** How long the previous secret stays valid after a replacement. */
const overlapHours = 24;

interface MachineOf {
  institutionId: number;
  /** The kind of program: 'delivery-reports'. */
  machine: string;
}

const keyOf = (secret: Buffer, { institutionId, machine }: MachineOf) =>
  keyFor(secret, `machine:${institutionId}:${machine}`);

/** The valid secrets, latest first; none if there is none or the installation's key has changed. */
export async function secretsOf(db: Db, secret: Buffer, of: MachineOf): Promise<string[]> {
  const rows = await query<{ sealed: Buffer; previous: Buffer | null }>(
    db,
    render(sql`
    select sealed, case when previous_until > now() then previous end as previous from machine_secrets
    where institution_id = ${of.institutionId} and machine = ${of.machine}`),
  );
  const key = keyOf(secret, of);
  return [rows[0]?.sealed, rows[0]?.previous].flatMap((sealed) => (sealed ? (unseal(key, sealed) ?? []) : []));
}

/** Creates a secret, or stores one from the other side; the previous one stays valid for a day. */
export async function replaceSecret(
  tx: Tx,
  secret: Buffer,
  of: MachineOf,
  value: string = randomBytes(32).toString('hex'),
): Promise<string> {
  await tx.execute(sql`
    insert into machine_secrets as s (institution_id, machine, sealed)
    values (${of.institutionId}, ${of.machine}, ${seal(keyOf(secret, of), value)})
    on conflict (institution_id, machine) do update set sealed = excluded.sealed, created_at = now(),
      previous = s.sealed, previous_until = now() + make_interval(hours => ${overlapHours})`);
  return value;
}
