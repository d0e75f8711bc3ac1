import { and, eq, sql } from 'drizzle-orm';
import { can, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { addDays, today } from '#kernel/dates.ts';
import { isOneOf, type Db, query } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { memberships } from '#kernel/identity.schema.ts';
import { batchChoices, type BatchOffer } from '#features/school/structure/choices.queries.ts';
import { daysAhead, earliestDays } from './check-move-dates.ts';
import { studentMove, type MoveKind, asksAboutDebt, leavingDebts } from './student-moves.ts';
import { studentStatusLabels } from '../student-status.ts';
import type { StudentMoveProps } from '../students.pages.ts';
import type { StudentOverview } from '../profile/student-profile.queries.ts';

/** The fields and consequences of a move's form. All queries of a read are sent at once: the student was read before. */
export async function studentMoveProps(
  db: Db,
  actor: Actor,
  kind: MoveKind,
  student: StudentOverview,
): Promise<StudentMoveProps> {
  const { institutionId, id } = student;
  if (!can(actor, 'students.changeStatus', institutionId)) throw new NotAllowed();
  const joins = kind === 'admit' || kind === 'readmit';
  const choosesBatch = joins && can(actor, 'students.assignBatch', institutionId);
  const [earliest, signIns, batches, debts] = await Promise.all([
    earliestDays(db, kind, [student]),
    db.$count(memberships, and(eq(memberships.institutionId, institutionId), eq(memberships.studentId, id))),
    choosesBatch ? batchChoices(db, actor, institutionId) : none,
    asksAboutDebt(kind) ? leavingDebts(db, actor, [id]) : null,
  ]);
  const day = today(membershipIn(actor, institutionId)!.timeZone);
  const { path, label, from } = studentMove[kind];
  return {
    kind,
    label,
    action: `/students/${id}/${path}`,
    student: {
      institutionId,
      id,
      surname: student.surname,
      firstName: student.firstName,
      middleName: student.middleName,
      admissionNumber: student.admissionNumber,
      batch: student.batch,
    },
    refusal: from.includes(student.status)
      ? null
      : `${student.firstName} ${student.surname} is ${studentStatusLabels[student.status].toLowerCase()}.`,
    today: day,
    earliest: earliest.get(id) ?? null,
    latest: addDays(day, daysAhead(kind)),
    hasSignIn: signIns > 0,
    moreBatches: batches.isMore,
    batches: batches.rows
      .filter((one) => one.students < one.capacity)
      .map(({ id: batchId, name, className, capacity, students: seated }) => ({
        id: batchId,
        name,
        className,
        room: capacity - seated,
      })),
    choosesBatch,
    debts,
    institutionId,
    preview: previewOf(kind, student, signIns > 0),
  };
}

const none: BatchOffer = { rows: [], isMore: false };

/** The consequences of a move, one sentence each. */
function previewOf(
  kind: MoveKind,
  { firstName, batch, admissionNumber }: Pick<StudentOverview, 'firstName' | 'batch' | 'admissionNumber'>,
  hasSignIn: boolean,
): string[] {
  const leaves = batch && `${firstName} leaves ${batch} on this date, and the seat becomes free.`;
  const told = batch && `The class teachers of ${batch} are notified.`;
  const kept = 'Nothing is deleted: results, enrolments and history stay with the record.';
  const all: Record<MoveKind, (string | null | false)[]> = {
    admit: [`${firstName} becomes an active student with the number ${admissionNumber}.`],
    lift: [`${firstName} is active again${batch ? ` and continues in ${batch}` : ''}.`, told],
    suspend: [
      batch && `${firstName} keeps the seat in ${batch}.`,
      'The suspension does not end automatically. Choose Lift suspension when the student returns.',
      told,
    ],
    graduate: [leaves, `${firstName} is listed as graduated and can be readmitted.`, kept],
    withdraw: [leaves, told, `${firstName} can be readmitted with the same number.`, kept],
    transfer: [
      leaves,
      'A transfer certificate is issued with the next number, ready to print. This can’t be undone.',
      told,
      kept,
    ],
    decease: [
      leaves,
      hasSignIn && 'The account is disabled.',
      'No automatic messages are sent to the guardians, and no birthday messages. Please speak with the family in person.',
      told,
      'The record is kept and can still be viewed.',
    ],
    readmit: [
      `${firstName} is active again and keeps the number ${admissionNumber}.`,
      'If you choose a seat above, the enrolment starts on this date.',
    ],
  };
  return all[kind].filter((line) => typeof line === 'string');
}

/** The terms of a batch whose results are published: who joins it now has none of them. */
export const publishedTerms = (db: Db, actor: Actor, batchId: number): Promise<{ term: string }[]> =>
  query<{ term: string }>(db)`select term from published_batches
    where ${isOneOf(sql`institution_id`, institutionsWhere(actor, 'students.assignBatch'))} and batch_id = ${batchId}
    order by position`;
