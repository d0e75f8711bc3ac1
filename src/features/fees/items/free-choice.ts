import { and, eq } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { feeChoices } from '../fees.schema.ts';
import type { Cell } from './billed-items.ts';

/** The student no longer takes an item whose bill was taken back: otherwise the next run would bill it again. */
export async function freeChoice(tx: Tx, institutionId: number, { studentId, particularId }: Cell): Promise<void> {
  await tx
    .delete(feeChoices)
    .where(
      and(
        eq(feeChoices.institutionId, institutionId),
        eq(feeChoices.studentId, studentId),
        eq(feeChoices.particularId, particularId),
      ),
    );
}
