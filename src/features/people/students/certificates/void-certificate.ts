import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { certificates } from '../students.schema.ts';
import { lockCertificate } from './lock-certificate.ts';

export const VoidCertificate = z.object({ reason: line(300, 'The reason') });

/** Voids a certificate. It keeps its number, and the student's status does not change. */
export async function voidCertificate(tx: Tx, actor: Actor, id: number, { reason }: z.infer<typeof VoidCertificate>) {
  const certificate = await lockCertificate(tx, actor, id);
  if (certificate.voidedAt) throw new Conflict(`${certificate.number} is already void.`);
  const { institutionId, number, studentId } = certificate;
  await tx
    .update(certificates)
    .set({ voidedAt: sql`now()`, voidReason: reason })
    .where(and(eq(certificates.institutionId, institutionId), eq(certificates.id, id)));
  await record(tx, actor, 'certificates.void', {
    institutionId,
    summary: `voided the transfer certificate ${number}`,
    subject: { type: 'student', id: studentId },
    details: { certificate: id, number, reason },
  });
  return certificate;
}
