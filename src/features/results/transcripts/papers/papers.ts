import { sql, and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, institutionsWhere, allow } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx, type Db, pick } from '#kernel/database.ts';
import { Conflict, NotFound, orNotFound } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { paperKinds, type PaperContent, type PaperKind, type PaperNames } from './paper-content.ts';
import { holdOn } from '#features/money/holds/held/held-students.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { textName } from '#ui/format.ts';
import { candidateFigures } from '../graduation/candidates.queries.ts';

export const RevokePaper = z.object({ reason: line(300, 'The reason') });

/** Revokes a paper: it keeps its number, and its public page says so. */
export async function revokePaper(tx: Tx, actor: Actor, paperId: number, { reason }: z.output<typeof RevokePaper>) {
  const paper = await findPaper(tx, actor, paperId, true);
  const { institutionId, kind, number, studentId, isRevoked } = paper;
  if (isRevoked) throw new Conflict(`${number} is already revoked.`);
  await tx.execute(sql`update academic_papers set revoked_at = now(), revoke_reason = ${reason}
    where (institution_id, id) = (${institutionId}, ${paperId})`);
  await record(tx, actor, 'transcripts.revoke', {
    institutionId,
    summary: `revoked the ${paperKinds[kind].toLowerCase()} ${number} of ${holderOf(paper)}`,
    subject: { type: 'student', id: studentId },
    details: { paper: paperId, number, reason },
  });
  return number;
}

interface FoundPaper {
  id: number;
  institutionId: number;
  studentId: number;
  kind: PaperKind;
  number: string;
  code: string;
  content: PaperContent;
  /** Null after an erasure. */
  names: PaperNames | null;
  /** Where the institution is. */
  issuedOn: string;
  isRevoked: boolean;
}

/** An issued paper; locked with `lock`. */
export async function findPaper(db: Db, actor: Actor, paperId: number, lock = false): Promise<FoundPaper> {
  const within = institutionsWhere(actor, 'transcripts.issue');
  const [row] = await query<FoundPaper>(db)`
    select p.id::bigint as id, p.institution_id as "institutionId", p.student_id::bigint as "studentId", p.kind, p.number,
      p.code, p.content, p.names, (p.issued_at at time zone z.time_zone)::date::text as "issuedOn",
      p.revoked_at is not null as "isRevoked"
    from academic_papers p join institutions z on z.id = p.institution_id
    where p.institution_id = any (${sql.param(within)}::int[]) and p.id = ${paperId}
    ${lock ? sql`for no key update of p` : sql``}`;
  return orNotFound(row, 'paper');
}

/** 'Ada Obi', or what is left after an erasure. */
export const holderOf = ({ names }: Pick<FoundPaper, 'names'>): string =>
  names ? `${names.firstName} ${names.surname}` : 'an erased record';

export interface PaperForm {
  studentId: number;
  name: string;
  number: string;
  terms: number;
  isWithheld: boolean;
  /** Why no statement of result can be issued; empty if one can. */
  lacks: string[];
  completedOn: string | null;
}

/** What somebody who issues a paper needs to know of the student. For a snapshot. */
export async function paperForm(db: Db, actor: Actor, studentId: number): Promise<PaperForm> {
  const [student] = await db
    .select({
      ...pick(students, 'institutionId', 'surname', 'firstName', 'middleName'),
      number: students.admissionNumber,
      graduatedOn: sql<string | null>`(select max(e.to_date)::text from enrolments e
        where (e.institution_id, e.student_id) = (students.institution_id, students.id) and e.outcome = 'graduated')`,
    })
    .from(students)
    .where(and(visibleTo(actor, students), eq(students.id, studentId)));
  if (!student) throw new NotFound('student');
  const { institutionId, number, graduatedOn } = student;
  allow(actor, 'transcripts.issue', institutionId);
  const { figures, readiness } = (await candidateFigures(db, institutionId, [studentId])).get(studentId)!;
  return {
    studentId,
    name: textName(student),
    number,
    terms: figures.terms.length,
    lacks: readiness.reasons,
    isWithheld: (await holdOn(db, institutionId, studentId, 'transcript')) !== null,
    completedOn: graduatedOn,
  };
}
