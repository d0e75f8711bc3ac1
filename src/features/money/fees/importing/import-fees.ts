import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { createFee } from '../setup/create-fee.ts';
import { FeeFields } from '../setup/fee-fields.ts';

export const ImportFees = z.object({
  institutionId: id,
  fees: z.array(FeeFields).min(1, 'The file has no fees.').max(200, 'Import up to 200 fees at once.'),
});

/** Adds the fees of a file, all or none. Nobody is billed by them. */
export async function importFees(tx: Tx, actor: Actor, { institutionId, fees }: z.infer<typeof ImportFees>) {
  for (const fee of fees)
    await createFee(tx, actor, { ...fee, institutionId }).catch((error: unknown) => {
      throw error instanceof Refused ? new Refused('form', `${fee.title}: ${error.message}`) : error;
    });
}
