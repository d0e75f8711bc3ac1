import { and, eq, sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { formatDay, today } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import type { Files } from '#kernel/files.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { certificates } from '../students.schema.ts';
import { findCertificate, lockCertificate } from './lock-certificate.ts';
import type { TransferSheet } from './transfer.pdf.ts';

/**
 * The sheet as it prints now. The first print is the original; later prints have the same text, marked as a duplicate
 * with the date. The print is logged only once the sheet is drawn.
 */
export async function certificateSheet(
  tx: Tx,
  actor: Actor,
  files: Files,
  id: number,
  origin: string,
): Promise<TransferSheet> {
  const certificate = await findCertificate(tx, actor, id);
  const { institutionId, number, studentId, issuedOn, content } = certificate;
  if ('erased' in content) throw new Conflict('This person’s data was erased. Only the certificate number is kept.');
  return {
    letterhead: await letterheadOf(tx, files, institutionId),
    number,
    issuedOn,
    content,
    mark: markOf(actor, certificate),
    isVoid: certificate.voidedAt !== null,
    address: `${origin}/students/${studentId}`,
  };
}

/**
 * Logs the print. Returns false, and logs nothing, if the sheet is out of date: someone else has printed the original or
 * voided it meanwhile.
 */
export async function printCertificate(tx: Tx, actor: Actor, id: number, drawn: TransferSheet): Promise<boolean> {
  const certificate = await lockCertificate(tx, actor, id);
  const { institutionId, number, studentId, printedAt, content } = certificate;
  if ('erased' in content || markOf(actor, certificate) !== drawn.mark) return false;
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
  return true;
}

function markOf(
  actor: Actor,
  { institutionId, voidedAt, voidReason, printedAt }: Awaited<ReturnType<typeof findCertificate>>,
): string | null {
  if (voidedAt) return `Void: ${voidReason}`;
  return printedAt ? `Duplicate, printed on ${formatDay(today(membershipIn(actor, institutionId)!.timeZone))}` : null;
}
