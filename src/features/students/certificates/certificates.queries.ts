import { and, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { id, said } from '#kernel/schemas.ts';
import { literally } from '#kernel/searchable.ts';
import { visibleTo } from '../students.policy.ts';
import { certificates, students } from '../students.schema.ts';

const pageSize = 50;

export const CertificateFilter = z.object({
  institution_id: said(id),
  academic_session: z.unknown().optional(),
  q: z.string().trim().max(100).optional(),
  state: said(z.enum(['valid', 'void'])),
  year: said(z.coerce.number().int().min(1900).max(2200)),
  after: said(id),
});
export type CertificateFilter = z.infer<typeof CertificateFilter>;

const shown = {
  id: certificates.id,
  institutionId: certificates.institutionId,
  number: certificates.number,
  studentId: certificates.studentId,
  issuedOn: certificates.issuedOn,
  name: sql<string>`coalesce((${certificates.content} ->> 'surname') || ', ' || (${certificates.content} ->> 'firstName'), 'Erased')`,
  admissionNumber: sql<string | null>`${certificates.content} ->> 'admissionNumber'`,
  destination: sql<string | null>`${certificates.content} ->> 'destination'`,
  isPrinted: sql<boolean>`${certificates.printedAt} is not null`,
  isVoid: sql<boolean>`${certificates.voidedAt} is not null`,
  voidReason: certificates.voidReason,
};

/** Issued certificates, the latest first. Names are as they stand on the paper. */
export async function listCertificates(db: Db, actor: Actor, filter: CertificateFilter) {
  const words = (filter.q ?? '').split(/\s+/).filter(Boolean).slice(0, 6);
  const found = await db
    .select(shown)
    .from(certificates)
    .innerJoin(
      students,
      and(eq(students.institutionId, certificates.institutionId), eq(students.id, certificates.studentId)),
    )
    .where(
      and(
        inArray(certificates.institutionId, institutionsInView(actor, filter.institution_id, 'students.changeStatus')),
        visibleTo(actor, students, filter.institution_id),
        ...words.map(
          (word) =>
            sql`akada_searchable(${certificates.number} || ' ' || (${certificates.content} ->> 'surname') || ' ' || (${certificates.content} ->> 'firstName')
              || ' ' || (${certificates.content} ->> 'admissionNumber')) like '%' || akada_searchable(${literally(word)}) || '%'`,
        ),
        filter.state === 'void' ? isNotNull(certificates.voidedAt) : undefined,
        filter.state === 'valid' ? isNull(certificates.voidedAt) : undefined,
        filter.year ? sql`extract(year from ${certificates.issuedOn}) = ${filter.year}` : undefined,
        filter.after ? lt(certificates.id, filter.after) : undefined,
      ),
    )
    .orderBy(desc(certificates.id))
    .limit(pageSize + 1);
  const rows = found.slice(0, pageSize);
  return { rows, after: found.length > pageSize ? rows.at(-1)!.id : null };
}
export type CertificateRow = Awaited<ReturnType<typeof listCertificates>>['rows'][number];

/** The years in which any was issued, the latest first. */
export async function certificateYears(db: Db, actor: Actor, wanted?: number): Promise<number[]> {
  const year = sql<number>`extract(year from ${certificates.issuedOn})::int`;
  const rows = await db
    .selectDistinct({ year })
    .from(certificates)
    .where(inArray(certificates.institutionId, institutionsInView(actor, wanted, 'students.changeStatus')))
    .orderBy(desc(year));
  return rows.map((row) => row.year);
}

/** Those of one student. */
export const certificatesOf = (db: Db, actor: Actor, studentId: number) =>
  db
    .select({ id: certificates.id, number: certificates.number, issuedOn: certificates.issuedOn, isVoid: shown.isVoid })
    .from(certificates)
    .innerJoin(
      students,
      and(eq(students.institutionId, certificates.institutionId), eq(students.id, certificates.studentId)),
    )
    .where(and(visibleTo(actor, students), eq(students.id, studentId)))
    .orderBy(desc(certificates.id));
