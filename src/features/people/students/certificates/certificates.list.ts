import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { filterBy, searchIn } from '#kernel/list/filters.ts';
import { choice } from '#kernel/schemas.ts';
import { visibleTo } from '../students.policy.ts';
import { certificates, students } from '../students.schema.ts';

const printed = (key: string) => sql<string | null>`(${certificates.content} ->> ${sql.raw(`'${key}'`)})`;

/** Issued certificates, latest first, with the names as printed. */
export const certificateList = declareList({
  id: certificates.id,
  visible: inInstitutions(certificates.institutionId, 'students.changeStatus'),
  filters: {
    q: searchIn(certificates.number, printed('surname'), printed('firstName'), printed('admissionNumber')),
    state: filterBy(choice({ valid: 'Valid', void: 'Void' }), (state) =>
      state === 'void' ? isNotNull(certificates.voidedAt) : isNull(certificates.voidedAt),
    ),
    year: filterBy(
      z.coerce.number().int().min(1900).max(2200),
      (year) => sql`extract(year from ${certificates.issuedOn}) = ${year}`,
    ),
  },
  select: (db, actor, wanted) =>
    db
      .select({
        id: certificates.id,
        institutionId: certificates.institutionId,
        number: certificates.number,
        studentId: certificates.studentId,
        issuedOn: certificates.issuedOn,
        name: sql<string>`coalesce(${printed('surname')} || ', ' || ${printed('firstName')}, 'Erased')`,
        admissionNumber: printed('admissionNumber'),
        destination: printed('destination'),
        isPrinted: sql<boolean>`${certificates.printedAt} is not null`,
        isVoid: sql<boolean>`${certificates.voidedAt} is not null`,
        voidReason: certificates.voidReason,
      })
      .from(certificates)
      .innerJoin(
        students,
        and(
          eq(students.institutionId, certificates.institutionId),
          eq(students.id, certificates.studentId),
          visibleTo(actor, students, wanted),
        ),
      ),
});
export type CertificateRow = Awaited<ReturnType<typeof certificateList.readPage>>['rows'][number];
