import { and, eq, sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { formatDay, today } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import type { Files } from '#kernel/files.ts';
import { letterheadOf } from '#features/institutions/letterhead.queries.ts';
import { certificates } from '../students.schema.ts';
import { lockCertificate } from './lock-certificate.ts';
import type { TransferSheet } from './transfer.pdf.ts';

/**
 * What the sheet shows. The first print is the original; whoever prints it again gets the same words, marked as a
 * duplicate of the day. Each print is written down.
 */
export async function printCertificate(
  tx: Tx,
  actor: Actor,
  files: Files,
  id: number,
  origin: string,
): Promise<TransferSheet> {
  const certificate = await lockCertificate(tx, actor, id);
  const { institutionId, number, studentId, issuedOn, content, printedAt, voidedAt, voidReason } = certificate;
  if ('erased' in content) throw new Conflict('The data of this person was erased. The number alone is kept.');
  const day = formatDay(today(membershipIn(actor, institutionId)!.timeZone));
  await tx
    .update(certificates)
    .set({ printedAt: sql`now()` })
    .where(and(eq(certificates.institutionId, institutionId), eq(certificates.id, id)));
  await record(tx, actor, 'certificates.print', {
    institutionId,
    summary: `printed the transfer certificate ${number}${printedAt ? ' again' : ''}`,
    subject: { type: 'student', id: studentId },
    details: { certificate: id, number },
  });
  return {
    letterhead: await letterheadOf(tx, files, institutionId),
    number,
    issuedOn,
    content,
    mark: voidedAt ? `Void: ${voidReason}` : printedAt ? `Duplicate, printed on ${day}` : null,
    isVoid: voidedAt !== null,
    address: `${origin}/students/${studentId}`,
  };
}
