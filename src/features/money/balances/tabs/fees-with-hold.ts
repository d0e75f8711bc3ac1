import { eq, and } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import { cachedStatement, recordId } from '#kernel/database/cached-query.ts';
import { query, type Db } from '#kernel/database.ts';
import type { WithJson } from '#kernel/database/json.ts';
import { forFamily, type FamilyHold } from '#features/money/holds/held/family-holds.ts';
import { holdsQuery, type Hold } from '#features/money/holds/held/held-students.ts';
import { students } from '#features/people/students/students.schema.ts';
import { feesVisibleTo } from '../fees-visible.ts';
import { studentFees, type StudentFees } from '../statement/student-fees.ts';

export interface FeesWithHold extends StudentFees {
  /** For the bursary; a family sees less of it. */
  hold: Hold | null;
  familyHold: FamilyHold | null;
  mayLift: boolean;
}

// Built once a person, like the statement.
const holdFor = cachedStatement((actor) => holdsQuery(and(feesVisibleTo(actor), eq(students.id, recordId))!));

/** The tab "Fees" of a student's record, with what is withheld from the student. */
export async function feesWithHold(
  db: Db,
  actor: Actor,
  studentId: number,
): Promise<WithJson<FeesWithHold> | { hidden: true }> {
  const [fees, [hold]] = await Promise.all([
    studentFees(db, actor, studentId),
    query<Hold>(db, holdFor(actor, { id: studentId })),
  ]);
  if ('hidden' in fees) return fees;
  if (!hold) return { ...fees, hold: null, familyHold: null, mayLift: false };
  const isStaff = can(actor, 'fees.view', hold.institutionId);
  return {
    ...fees,
    hold: isStaff ? hold : null,
    familyHold: isStaff ? null : forFamily(hold),
    mayLift: can(actor, 'fees.holds', hold.institutionId),
  };
}
