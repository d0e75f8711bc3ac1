import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { checkbox } from '#kernel/schemas.ts';

export const SwitchTours = z.object({ shows: checkbox });

/** Whether tours start automatically for the user. Not recorded in the audit log, as in rememberTour. */
export async function switchTours(tx: Tx, actor: Actor, { shows }: z.infer<typeof SwitchTours>): Promise<void> {
  await tx.update(accounts).set({ showsTours: shows }).where(eq(accounts.id, actor.accountId!));
}
