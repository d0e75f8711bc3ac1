import { and, eq, inArray } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { visibleTo } from '../students.policy.ts';
import { certificates, students } from '../students.schema.ts';

/** The certificate's row, locked; NotFound for whom may not see its student. */
export async function lockCertificate(tx: Tx, actor: Actor, id: number) {
  const [row] = await tx
    .select()
    .from(certificates)
    .where(
      and(
        eq(certificates.id, id),
        inArray(
          certificates.institutionId,
          actor.institutions.map((one) => one.id),
        ),
      ),
    )
    .for('no key update');
  if (!row) throw new NotFound('certificate');
  const seen = await tx.$count(
    students,
    and(visibleTo(actor, students, row.institutionId), eq(students.id, row.studentId)),
  );
  if (!seen) throw new NotFound('certificate');
  allow(actor, 'students.changeStatus', row.institutionId);
  return row;
}
