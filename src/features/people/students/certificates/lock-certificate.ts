import { and, eq, inArray } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { visibleTo } from '../students.policy.ts';
import { certificates, students } from '../students.schema.ts';

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
    .innerJoin(
      students,
      and(eq(students.institutionId, certificates.institutionId), eq(students.id, certificates.studentId)),
    )
    .where(and(visibleTo(actor, students), eq(certificates.id, id), ...more));
