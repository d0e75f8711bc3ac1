import { and, eq, sql, inArray } from 'drizzle-orm';
import { membershipIn, type Actor, allow, institutionsWhere } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { formatDay, today } from '#kernel/dates.ts';
import { type Tx, type Db, hasKey } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import type { Files } from '#kernel/files.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { certificates, students } from '../students.schema.ts';
import type { TransferSheet } from './transfer.pdf.ts';
import { z } from 'zod';
import { line } from '#kernel/schemas.ts';
import { visibleTo } from '../students.policy.ts';

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
    .where(hasKey(certificates, institutionId, id));
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

export const VoidCertificate = z.object({ reason: line(300, 'The reason') });

/** Voids a certificate. It keeps its number, and the student's status does not change. */
export async function voidCertificate(tx: Tx, actor: Actor, id: number, { reason }: z.infer<typeof VoidCertificate>) {
  const certificate = await lockCertificate(tx, actor, id);
  if (certificate.voidedAt) throw new Conflict(`${certificate.number} is already void.`);
  const { institutionId, number, studentId } = certificate;
  await tx
    .update(certificates)
    .set({ voidedAt: sql`now()`, voidReason: reason })
    .where(hasKey(certificates, institutionId, id));
  await record(tx, actor, 'certificates.void', {
    institutionId,
    summary: `voided the transfer certificate ${number}`,
    subject: { type: 'student', id: studentId },
    details: { certificate: id, number, reason },
  });
  return certificate;
}

/** The certificate; NotFound if the actor can't see the student. */
export async function findCertificate(db: Db, actor: Actor, id: number) {
  const [row] = await select(db, actor, id);
  if (!row) throw new NotFound('certificate');
  allow(actor, 'students.changeStatus', row.certificate.institutionId);
  return row.certificate;
}

/** The same, locked. Locks only rows that the actor can change. */
export async function lockCertificate(tx: Tx, actor: Actor, id: number) {
  const mine = inArray(certificates.institutionId, institutionsWhere(actor, 'students.changeStatus'));
  const [row] = await select(tx, actor, id, mine).for('no key update', { of: certificates });
  // The actor has no permission in that institution: finding the row refuses it.
  return row?.certificate ?? findCertificate(tx, actor, id);
}

const select = (db: Db, actor: Actor, id: number, ...more: ReturnType<typeof inArray>[]) =>
  db
    .select({ certificate: certificates })
    .from(certificates)
    .innerJoin(students, hasKey(students, certificates.institutionId, certificates.studentId))
    .where(and(visibleTo(actor, students), eq(certificates.id, id), ...more));
