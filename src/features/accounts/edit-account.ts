import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { AccountFields, taken } from './account-fields.ts';
import { accounts } from './accounts.schema.ts';
import { closeKeys } from './close-keys.ts';
import { lockManaged } from './find-account.ts';
import { recordAbout } from './record-about.ts';

/** Changes how a person is called and reached; a reset code goes there. */
export async function editAccount(
  tx: Tx,
  actor: Actor,
  accountId: number,
  input: z.infer<typeof AccountFields>,
): Promise<{ keysClosed: boolean }> {
  const before = await lockManaged(tx, actor, accountId);
  const changes = Object.fromEntries(
    (Object.keys(AccountFields.shape) as (keyof typeof input)[])
      .filter((field) => before[field] !== input[field])
      .map((field) => [field, { from: before[field], to: input[field] }]),
  );
  if (Object.keys(changes).length === 0) return { keysClosed: false };
  await refuseDuplicate(tx.update(accounts).set(input).where(eq(accounts.id, accountId)), taken);
  // A link or code that was sent to the old address belongs to whoever reads there.
  const keysClosed = ('email' in changes || 'phone' in changes) && (await closeKeys(tx, accountId, 'revoked'));
  await recordAbout(
    tx,
    actor,
    before,
    'accounts.edit',
    `changed ${Object.keys(changes).join(' and ')} of ${input.name}`,
    { changes },
  );
  return { keysClosed };
}
