import { and, eq, sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { attendanceCodes } from '../attendance.schema.ts';
import { lockCode } from './find-code.ts';

/** Retires a code or restores it. Where a retired code was marked, it stays. */
export async function retireCode(tx: Tx, actor: Actor, codeId: number, isRetired: boolean) {
  const code = await lockCode(tx, actor, codeId);
  const { institutionId, id, letters, label, retiredAt } = code;
  allow(actor, 'attendance.edit', institutionId);
  if ((retiredAt !== null) === isRetired) return code;
  await tx
    .update(attendanceCodes)
    .set({ retiredAt: isRetired ? sql`now()` : null })
    .where(and(eq(attendanceCodes.institutionId, institutionId), eq(attendanceCodes.id, id)));
  await record(tx, actor, isRetired ? 'attendance.retireCode' : 'attendance.restoreCode', {
    institutionId,
    summary: `${isRetired ? 'retired' : 'restored'} the code ${letters}, ${label}`,
    subject: { type: 'attendance_code', id },
  });
  return code;
}
