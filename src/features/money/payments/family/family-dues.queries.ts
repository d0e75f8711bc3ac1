import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { type Db, render, type Tx, query } from '#kernel/database.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { studentBalances } from '#features/money/ledger/ledger.schema.ts';
import type { FamilyHold } from '#features/money/holds/held/family-holds.ts';
import { openInvoiceColumns, type OpenInvoice } from '#features/money/invoices/open-invoices.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { lockStudents } from '#features/people/students/lock-student.ts';

const mostChildren = 30;

/** A guardian of the child, as the probable payer. */
interface LikelyPayer {
  name: string;
  paysFees: boolean;
}

/**
 * What a student and the siblings owe, the student first, in one statement. Siblings are students who share a guardian.
 * Null if the actor cannot take this student's money.
 */
export async function familyDues(
  db: Db,
  actor: Actor,
  studentId: number,
  wanted?: number,
  permission: 'payments.take' | 'payments.place' = 'payments.take',
) {
  const here = institutionsInView(actor, wanted, permission);
  const { rows, isMore } = await bounded(mostChildren, (limit) =>
    db
      .select({
        id: students.id,
        institutionId: students.institutionId,
        surname: students.surname,
        firstName: students.firstName,
        middleName: students.middleName,
        admissionNumber: students.admissionNumber,
        batchName: students.batchName,
        status: students.status,
        credit: sql<number>`coalesce(${studentBalances.credit}, 0)`.mapWith(Number),
        invoices: sql<OpenInvoice[]>`coalesce((select jsonb_agg(to_jsonb(o) order by o.id) from (
          select ${openInvoiceColumns} from invoices i where i.institution_id = ${students.institutionId}
            and i.student_id = ${students.id} and i.open > 0) o), '[]')`,
        payers: sql<LikelyPayer[]>`case when ${students.id} = ${studentId} then coalesce((
          select jsonb_agg(jsonb_build_object('name', concat_ws(' ', g.title, g.first_name, g.surname), 'paysFees', l.pays_fees)
            order by l.pays_fees desc, l.position)
          from student_guardians l join guardians g on (g.institution_id, g.id) = (l.institution_id, l.guardian_id)
          where l.institution_id = ${students.institutionId} and l.student_id = ${students.id} and g.merged_into_id is null), '[]') end`,
      })
      .from(students)
      .leftJoin(
        studentBalances,
        and(eq(studentBalances.institutionId, students.institutionId), eq(studentBalances.studentId, students.id)),
      )
      .where(
        and(
          inArray(students.institutionId, here),
          visibleTo(actor, students, wanted),
          sql`(${eq(students.id, studentId)} or (${students.institutionId}, ${students.id}) in (${siblingsIn(here, studentId)}))`,
        ),
      )
      .orderBy(sql`${students.id} <> ${studentId}`, asc(students.sortName), asc(students.id))
      .limit(limit),
  );
  const [head] = rows;
  if (head?.id !== studentId) return null;
  return {
    institutionId: head.institutionId,
    payers: head.payers,
    children: rows.map(({ payers: _, ...child }) => child),
    isMore,
  };
}
export type FamilyDues = NonNullable<Awaited<ReturnType<typeof familyDues>>> & { holds?: FamilyHold[] };
export type ChildDues = FamilyDues['children'][number];

/** Institution and id of everybody who shares a guardian with a student, the student included. */
export const siblingsIn = (institutionIds: number[], studentId: number) => sql`
  select theirs.institution_id, theirs.student_id from student_guardians mine
  join student_guardians theirs on (theirs.institution_id, theirs.guardian_id) = (mine.institution_id, mine.guardian_id)
  where mine.institution_id = any (${sql.param(institutionIds)}::int[]) and mine.student_id = ${studentId}`;

/** Locks the children of one family by id. Refuses children of several families or institutions. */
export async function lockFamily(tx: Tx, actor: Actor, headId: number, otherIds: number[]) {
  const ids = [...new Set([headId, ...otherIds])];
  const children = await lockStudents(tx, actor, ids);
  const head = children.find(({ id }) => id === headId)!;
  if (children.some(({ institutionId }) => institutionId !== head.institutionId)) throw new NotFound('student');
  if (ids.length > 1) {
    const rows = await query<{ id: number }>(tx, render)`
      select s.student_id as id from (${siblingsIn([head.institutionId], headId)}) s`;
    const siblings = new Set(rows.map(({ id }) => Number(id)));
    const stranger = children.find(({ id }) => id !== headId && !siblings.has(id));
    if (stranger)
      throw new ValidationError(
        'shares',
        `${stranger.firstName} ${stranger.surname} isn’t a sibling of ${head.firstName} ${head.surname}. Take two payments.`,
      );
  }
  return { head, children, institutionId: head.institutionId };
}
