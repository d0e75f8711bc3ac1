import { and, eq, or } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { feeChoices } from '../fees.schema.ts';

/** An optional item of a student. */
export interface Cell {
  studentId: number;
  particularId: number;
}

/** Students no longer take items: without this, the next run would bill what was taken back. Returns how many did. */
export async function deleteChoices(tx: Tx, institutionId: number, removed: Cell[]): Promise<number> {
  if (removed.length === 0) return 0;
  const those = or(
    ...removed.map(({ studentId, particularId }) =>
      and(eq(feeChoices.studentId, studentId), eq(feeChoices.particularId, particularId)),
    ),
  );
  const rows = await tx
    .delete(feeChoices)
    .where(and(eq(feeChoices.institutionId, institutionId), those))
    .returning({ id: feeChoices.studentId });
  return rows.length;
}
