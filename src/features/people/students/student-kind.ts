import { sql, and, eq, inArray, or, asc, isNull } from 'drizzle-orm';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { lockStudent } from './lock-student.ts';
import { groupVisibleTo, maySeeStudents, studentGroups, visibleTo } from './students.policy.ts';
import { findableStudents, students } from './students.schema.ts';
import { studentFields } from './students.fields.ts';
import { type MergeField, winnerOf, type MergedRecords, type Side } from '#kernel/personal-data/merge-fields.ts';
import {
  columnField,
  homeFields,
  nameFields,
  nextOfKinField,
  photoField,
  plainFields,
  fieldOf,
} from '#features/records/people/merge-fields.ts';
import { can, type Actor } from '#kernel/actor.ts';
import { type Db, render, query } from '#kernel/database.ts';
import { fieldGroups, groupsSeen, type FieldGroup } from '#kernel/contracts/field-groups.ts';
import { studentGuardians } from '#features/records/people/people.schema.ts';
import { rowsOf, type Erasure } from '#kernel/personal-data/erasure.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { choicesShown, type Choice, type Choices } from '#kernel/choices.ts';
import type { Choosing } from '#features/records/people/serve-choices.ts';
import { matches, patternsOf, wordsIn } from '#features/records/people/search-patterns.ts';
import { listName } from '#ui/format.ts';
import type { Merge, RunningMerge } from '#kernel/personal-data/merge-rule.ts';
import { isEnrolled, studentStatusLabels, type StudentStatus } from './student-status.ts';

interface OpenEnrolment {
  id: number;
  batchId: number;
  batch: string;
}

/** The chosen status also decides the batch. */
const statusField: MergeField = { ...fieldOf('status', 'Status', ['status']), words: statusInWords };

/**
 * The student's batch after a merge: that of the record whose status is chosen, or else that of the other record; none
 * for a former student. Other open enrolments are closed.
 */
async function planSeat({ tx, institutionId, keptId, otherId, kept, other, take }: MergedRecords) {
  const rows = await query<OpenEnrolment & { studentId: number }>(tx, render)`
    select e.id, e.student_id as "studentId", e.batch_id as "batchId", b.name as batch
    from enrolments e join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id)
    where e.institution_id = ${institutionId} and e.student_id in (${keptId}, ${otherId}) and e.to_date is null`;
  const open: Record<Side, OpenEnrolment | undefined> = {
    kept: rows.find((row) => Number(row.studentId) === keptId),
    other: rows.find((row) => Number(row.studentId) === otherId),
  };
  const side = winnerOf(statusField, kept, other, take.status);
  const status = (side === 'kept' ? kept : other).status as StudentStatus;
  const stays = isEnrolled(status) ? (open[side] ?? open[side === 'kept' ? 'other' : 'kept']) : undefined;
  const closed = [open.kept, open.other].filter((row): row is OpenEnrolment => row !== undefined && row !== stays);
  return { open, status, stays, closed };
}

/** Moves all enrolments to the kept record. At most one stays open. */
export async function mergeEnrolments(merge: RunningMerge): Promise<void> {
  const { institutionId, keptId, otherId, today, journal, changes } = merge;
  const { status, stays, closed } = await planSeat(merge);
  const outcome = isEnrolled(status) || status === 'applicant' ? 'moved' : status;
  for (const { id } of closed)
    await journal.run(
      'enrolments',
      sql`update enrolments set to_date = greatest(from_date, ${today}::date), outcome = ${outcome}
        where institution_id = ${institutionId} and id = ${id}`,
    );
  await journal.run(
    'enrolments',
    sql`update enrolments set student_id = ${keptId} where institution_id = ${institutionId} and student_id = ${otherId}`,
  );
  changes.kept['batch_id'] = stays?.batchId ?? null;
  changes.other['batch_id'] = null;
}

/** 'Active, JSS 1 A', for the preview. */
async function statusInWords(merge: MergedRecords): Promise<Record<Side, string>> {
  const { open } = await planSeat(merge);
  const words = (side: Side) =>
    [studentStatusLabels[merge[side].status as StudentStatus], open[side]?.batch].filter(Boolean).join(', ');
  return { kept: words('kept'), other: words('other') };
}

/** The preview's lines about status and batch. */
export async function seatConflicts(merge: Merge): Promise<string[]> {
  const { open, closed, stays, status } = await planSeat(merge);
  const [kept, other] = [merge.kept, merge.other].map((row) =>
    studentStatusLabels[row.status as StudentStatus].toLowerCase(),
  );
  const lines: string[] = [];
  if (kept !== other) lines.push(`One record is ${kept}, the other ${other}. Choose one under Status.`);
  if (open.kept && open.other && isEnrolled(status))
    lines.push(
      `Both have a seat in the current session: ${open.kept.batch} and ${open.other.batch}. With the selected status, ${stays!.batch} stays and the seat in ${closed[0]!.batch} becomes free.`,
    );
  return lines;
}

/** The columns that a merge of students chooses between. */
const studentMergeFields: readonly MergeField[] = [
  ...nameFields,
  statusField,
  ...plainFields(studentFields, 'numbers'),
  columnField('admission_date', 'Admitted'),
  ...plainFields(studentFields, 'school'),
  columnField('gender', 'Gender'),
  columnField('birth_date', 'Date of birth'),
  ...plainFields(studentFields, 'contact'),
  ...homeFields(studentFields, 'general'),
  ...plainFields(studentFields, 'personal'),
  nextOfKinField(),
  photoField,
  ...plainFields(studentFields, 'health', 'religion'),
];

/** Students, for code that handles every kind of person. */
export const studentKind: PersonKind = {
  people: 'students',
  entity: 'student',
  table: students,
  findable: findableStudents,
  sees: maySeeStudents,
  seesSelf: 'students.viewSelf',
  visibleTo: (actor, from) => visibleTo(actor, from === 'findable' ? findableStudents : students),
  privateTo: (actor) => groupVisibleTo(actor, students, 'private'),
  groups: studentGroups,
  lock: lockStudent,
  edit: 'students.edit',
  mergeRoute: 'people.merge',
  opensHistory: ['students.edit'],
  create: 'students.create',
  number: { column: 'admission_number', words: 'admission number' },
  isCurrent: sql`status in ('applicant', 'active', 'suspended')`,
  cannotErase: sql<string | null>`case when ${students.status} in ('active', 'suspended', 'applicant')
    then 'A current student cannot be erased. Withdraw or transfer the student first.' end`,
  mergeFields: studentMergeFields,
  hint: sql<string | null>`concat_ws(', ', to_char(birth_date, 'FMDD Mon YYYY'), batch_name, status)`,
};

/** The viewer's relation to a student: the student, a guardian, or neither. */
export type Kin = 'self' | 'guardian' | null;

/** Queries the database only for accounts with a guardian record. */
export async function kinOf(db: Db, actor: Actor, studentId: number): Promise<Kin> {
  const mine = actor.institutions.filter(({ permissions }) => permissions.has('students.viewSelf'));
  if (mine.some(({ studentIds }) => studentIds.includes(studentId))) return 'self';
  const wards = mine.filter(({ guardianIds }) => guardianIds.length > 0);
  if (wards.length === 0) return null;
  const [row] = await db
    .select({ studentId: studentGuardians.studentId })
    .from(studentGuardians)
    .where(
      and(
        eq(studentGuardians.studentId, studentId),
        or(
          ...wards.map(({ id, guardianIds }) =>
            and(eq(studentGuardians.institutionId, id), inArray(studentGuardians.guardianId, guardianIds)),
          ),
        ),
      ),
    )
    .limit(1);
  return row ? 'guardian' : null;
}

/** The groups of a student's fields that the actor can see: all of them for the student and their guardians. */
export const groupsSeenOf = (actor: Actor, institutionId: number, kin: Kin): FieldGroup[] =>
  kin ? [...fieldGroups] : groupsSeen(actor, institutionId, studentGroups);

/** Whether the actor works with students' families or belongs to this one. */
export const mayKnowFamily = (actor: Actor, institutionId: number, kin: Kin): boolean =>
  kin !== null || can(actor, 'guardians.view', institutionId) || can(actor, 'guardians.viewOwn', institutionId);

/** Accounts that a status change removed, and its notifications: only the row of the change links them to the person. */
export async function collectFromMoves(erasure: Erasure): Promise<void> {
  const { tx, found } = erasure;
  const accounts = await query<{ id: number }>(tx, render)`
    select (ended ->> 'account_id')::bigint as id from student_moves,
      jsonb_array_elements(coalesce(content -> 'signIns' -> 'memberships', '[]')) ended where ${rowsOf(erasure)}`;
  found.formerAccounts.push(...accounts.map(({ id }) => Number(id)));
  const moves = await query<{ id: number }>(tx, render)`select id from student_moves where ${rowsOf(erasure)}
    union select together_id from student_moves where ${rowsOf(erasure)} and together_id is not null`;
  found.noticeSubjects.push(...moves.map(({ id }) => `move:${id}:`));
}

/** Removes the surname from the spelling suggestions of the search, unless another person has it. */
export async function forgetSurnames({ tx, institutionId, bearers }: Erasure): Promise<void> {
  for (const word of new Set(bearers.map(({ sortName }) => sortName.split(' ')[0]!)))
    await tx.execute(sql`select akada_forget_name(${institutionId}, ${word})`);
}

type Table = typeof students | typeof findableStudents;

const columns = (table: Table) => ({
  id: table.id,
  surname: table.surname,
  firstName: table.firstName,
  middleName: table.middleName,
  admissionNumber: table.admissionNumber,
  batch: table.batchName,
});

/** Students whose name or admission number contains every word, by name. */
export async function studentChoices(db: Db, { actor, institutionIds, q }: Choosing): Promise<Choices> {
  const patterns = patternsOf(wordsIn(q));
  const table: Table = patterns.length ? findableStudents : students;
  const { rows, isMore } = await bounded(choicesShown, (limit) =>
    db
      .select(columns(table))
      .from(table)
      .where(
        and(
          visibleTo(actor, table),
          inArray(table.institutionId, institutionIds),
          isNull(table.anonymisedAt),
          ...patterns.map((pattern) => matches(table.searchText, pattern)),
        ),
      )
      .orderBy(asc(table.sortName), asc(table.id))
      .limit(limit),
  );
  return { choices: rows.map(choiceOf), isMore };
}

/** The student that a form starts with. */
export async function chosenStudent(db: Db, actor: Actor, id: number | undefined): Promise<Choice | null> {
  const [row] = await db
    .select(columns(students))
    .from(students)
    .where(and(visibleTo(actor, students), id === undefined ? sql`false` : eq(students.id, id)));
  return row ? choiceOf(row) : null;
}

const choiceOf = (row: {
  id: number;
  surname: string;
  firstName: string;
  middleName: string | null;
  admissionNumber: string;
  batch: string | null;
}): Choice => ({
  value: String(row.id),
  label: listName(row),
  hint: [row.admissionNumber, row.batch].filter(Boolean).join(' · '),
});
