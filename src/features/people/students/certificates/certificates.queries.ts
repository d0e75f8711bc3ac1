import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { type Db, hasKey } from '#kernel/database.ts';
import { visibleTo } from '../students.policy.ts';
import { certificates, students } from '../students.schema.ts';

/** The years in which certificates were issued, latest first. */
export async function certificateYears(db: Db, actor: Actor, wanted?: number): Promise<number[]> {
  const year = sql<number>`extract(year from ${certificates.issuedOn})::int`;
  const rows = await db
    .selectDistinct({ year })
    .from(certificates)
    .where(inArray(certificates.institutionId, institutionsInView(actor, wanted, 'students.changeStatus')))
    .orderBy(desc(year));
  return rows.map((row) => row.year);
}

/** The certificates of one student. */
export const certificatesOf = (db: Db, actor: Actor, studentId: number) =>
  db
    .select({
      id: certificates.id,
      number: certificates.number,
      issuedOn: certificates.issuedOn,
      isVoid: sql<boolean>`${certificates.voidedAt} is not null`,
    })
    .from(certificates)
    .innerJoin(students, hasKey(students, certificates.institutionId, certificates.studentId))
    .where(and(visibleTo(actor, students), eq(students.id, studentId)))
    .orderBy(desc(certificates.id));
