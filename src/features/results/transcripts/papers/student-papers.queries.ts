import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { cachedStatement, recordId } from '#kernel/database/cached-query.ts';
import { query, type Db } from '#kernel/database.ts';
import type { Permission } from '#kernel/permissions.ts';
import { holdsQuery, type Hold } from '#features/money/holds/held/held-students.ts';
import { maySeeResults } from '#features/results/results/publication/published.queries.ts';
import { seenWith } from '#features/people/students/seen-with.ts';
import { students } from '#features/people/students/students.schema.ts';
import type { PaperKind } from './paper-content.ts';

/** Who sees the tab: staff with results, families, and those who issue papers. */
export const maySeeTranscript = [...maySeeResults, 'transcripts.issue'] as const;

export interface StudentPaper {
  id: number;
  kind: PaperKind;
  number: string;
  recipient: string | null;
  issuedAt: string;
  isErased: boolean;
  isRevoked: boolean;
}

export interface StudentTranscript {
  studentId: number;
  terms: number;
  papers: StudentPaper[];
  /** Held back by a debt: from the family, and official papers from everybody. */
  isWithheld: boolean;
  can: { print: boolean; issue: boolean };
}

const within = (actor: Actor, permissions: readonly [Permission, Permission]) =>
  and(seenWith(actor, permissions), eq(students.id, recordId));

const summaryFor = cachedStatement(
  (actor) => sql`
  select students.institution_id as "institutionId",
    (select count(*)::int from published_results r where (r.institution_id, r.student_id) = (students.institution_id, students.id)
      and r.replaced_at is null)
    + (select count(*)::int from past_terms p where (p.institution_id, p.student_id) = (students.institution_id, students.id)) as terms
  from students where ${within(actor, maySeeResults)}`,
);
const papersFor = cachedStatement(
  (actor) => sql`
  select p.institution_id as "institutionId", p.id::bigint as id, p.kind, p.number, p.names ->> 'recipient' as recipient,
    to_json(p.issued_at) #>> '{}' as "issuedAt", p.names is null as "isErased", p.revoked_at is not null as "isRevoked"
  from students join academic_papers p on (p.institution_id, p.student_id) = (students.institution_id, students.id)
  where ${within(actor, ['transcripts.issue', 'transcripts.issue'])} order by p.id desc`,
);
const holdFor = cachedStatement((actor) => holdsQuery(within(actor, maySeeResults)!));

/** The tab “Transcript”: the unofficial one, and for those who issue papers the issued ones. */
export async function studentTranscript(db: Db, actor: Actor, studentId: number): Promise<StudentTranscript> {
  const [[summary], papers, [hold]] = await Promise.all([
    query<{ institutionId: number; terms: number }>(db, summaryFor(actor, { id: studentId })),
    query<StudentPaper & { institutionId: number }>(db, papersFor(actor, { id: studentId })),
    query<Hold>(db, holdFor(actor, { id: studentId })),
  ]);
  const own = actor.institutions.find(({ id }) => id === (summary ?? papers[0])?.institutionId);
  const isStaff = own?.permissions.has('results.view') ?? false;
  // A family from whom report cards are withheld reads no results here either.
  const withheld =
    isStaff || own?.permissions.has('transcripts.issue') ? ['transcript'] : ['transcript', 'report_card'];
  const isWithheld = Boolean(hold?.remaining.some((one) => withheld.includes(one)));
  return {
    studentId,
    terms: summary?.terms ?? 0,
    isWithheld,
    papers: papers.map(({ institutionId: _, ...paper }) => paper),
    can: {
      print: summary !== undefined && (!isWithheld || isStaff),
      issue: own?.permissions.has('transcripts.issue') ?? false,
    },
  };
}
