import { z } from 'zod';
import { and, eq, sql, ne, or } from 'drizzle-orm';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { counterName, formatNumber, take, type NumberParts } from '#kernel/counters.ts';
import { today, type Day, formatDay } from '#kernel/dates.ts';
import { type Tx, type Db, hasKey } from '#kernel/database.ts';
import { ValidationError, refuseDuplicate, NotFound } from '#kernel/errors.ts';
import { groupsSeen } from '#kernel/contracts/field-groups.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { checkbox, emptyIsNull, id, optionalLine, optionalDay } from '#kernel/schemas.ts';
import { customInput, saveValues } from '#features/records/custom-fields/read-custom-value.ts';
import { dropDraft } from '#features/records/people/drafts.ts';
import { bindPhoto } from '#features/records/people/photos/set-photo.ts';
import { lockBatch } from '#features/school/structure/batches/lock-batch.ts';
import { batches, classes, programs } from '#features/school/structure/structure.schema.ts';
import { assignBatch } from '../moves/assign-batch.ts';
import { studentGroups, visibleTo } from '../students.policy.ts';
import { students, findableStudents } from '../students.schema.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { readPhone } from '#kernel/phone.ts';
import {
  hasSameName,
  bornAs,
  isDuplicate,
  lockName,
  type PossibleDuplicate,
  type NewPerson,
} from '#features/records/people/duplicates.ts';
import { checkPerson } from '#features/records/people/check-person.ts';
import {
  birthDate,
  checkedIn,
  groupsOfFields,
  personFields,
  type PersonChecking,
} from '#features/records/people/person-fields.ts';
import { inputsOf } from '#kernel/record-fields/derive.ts';
import { studentFields } from '../students.fields.ts';

type Checking = PersonChecking<StudentFields, typeof students.$inferSelect>;

/** The checked values of a form. */
export async function checkStudent(
  tx: Tx,
  actor: Actor,
  { institutionId, input, groups, before }: Checking,
): Promise<Partial<StudentFields>> {
  const read = await checkPerson(tx, actor, {
    institutionId,
    input,
    before,
    ...checkedIn(studentFields, groups),
    hasPlace: true,
    checkDays: () => checkDays(input),
  });
  return { ...ofGroups(input, groups), ...read };
}

function checkDays({ birthDate, admissionDate }: StudentFields) {
  if (birthDate && admissionDate && admissionDate < birthDate)
    throw new ValidationError('admissionDate', 'The admission date is before the date of birth.');
}

/** The core fields of a student's record, as sent by a form. */
export const StudentFields = z.object({
  ...personFields,
  ...inputsOf(studentFields),
  birthDate,
  admissionDate: optionalDay,
});
export type StudentFields = z.infer<typeof StudentFields>;

export const { groupOfField, ofGroups } = groupsOfFields(studentFields);

export const CreateStudent = StudentFields.extend({
  institutionId: id,
  admissionNumber: optionalLine(40, 'The admission number'),
  /** Assigned at admission, if the user has permission. */
  batchId: emptyIsNull(id),
  /** A photo that was sent before the form. */
  photo: emptyIsNull(id),
  /** The user has confirmed that this is not the existing student with the same name and date of birth. */
  confirm_alike: checkbox,
  custom: customInput,
});

/**
 * Adds an active student, with a photo, custom fields and a batch if the form has them. Without an admission number, the
 * institution's next one is assigned.
 */
export async function createStudent(tx: Tx, actor: Actor, sent: z.infer<typeof CreateStudent>) {
  const { institutionId, custom, photo, batchId, admissionNumber: wanted, confirm_alike: isConfirmed, ...input } = sent;
  allow(actor, 'students.create', institutionId);
  const { timeZone } = membershipIn(actor, institutionId)!;
  const groups = groupsSeen(actor, institutionId, studentGroups);
  const fields = await checkStudent(tx, actor, { institutionId, input, groups });
  await refuseDuplicateStudent(tx, actor, { institutionId, ...input }, isConfirmed);
  const photoIds = await bindPhoto(tx, actor, institutionId, photo);
  const admissionDate = input.admissionDate ?? today(timeZone);
  const place = batchId ? await placeOfBatch(tx, institutionId, batchId) : {};
  // Before the number is assigned, as in an import.
  if (batchId) await lockBatch(tx, actor, batchId);
  const admissionNumber = wanted ?? (await nextAdmissionNumber(tx, institutionId, admissionDate, place));
  const { surname, firstName } = input;
  const [row] = await refuseDuplicate(
    tx
      .insert(students)
      .values({ ...fields, ...photoIds, surname, firstName, institutionId, admissionDate, admissionNumber })
      .returning({ id: students.id }),
    admissionNumberTaken(admissionNumber),
  );
  const studentId = row!.id;
  const own = { institutionId, entity: 'student', personId: studentId, groups, isNew: true } as const;
  await saveValues(tx, actor, own, custom);
  await dropDraft(tx, actor, institutionId, 'student:new');
  await record(tx, actor, 'students.create', {
    institutionId,
    summary: `admitted ${firstName} ${surname} as ${admissionNumber}`,
    subject: { type: 'student', id: studentId },
  });
  if (batchId) {
    await enrol(tx, actor, batchId, studentId);
    await enrolFrom(tx, institutionId, studentId, admissionDate);
  }
  return { id: studentId, admissionNumber };
}

/** The same as an assignment, with errors on the form's own field. */
async function enrol(tx: Tx, actor: Actor, batchId: number, studentId: number) {
  try {
    await assignBatch(tx, actor, { batch_id: batchId, student_ids: [studentId] });
  } catch (error) {
    if (error instanceof ValidationError && error.errors['batch_id'])
      throw new ValidationError('batchId', error.errors['batch_id']);
    throw error;
  }
}

/** A student who is added late joined the batch at admission, if that is within the batch's session. */
const enrolFrom = (tx: Tx, institutionId: number, studentId: number, admissionDate: Day) =>
  tx.execute(sql`update enrolments e set from_date = least(e.from_date, greatest(${admissionDate}::date, y.starts_on))
    from academic_sessions y where (y.institution_id, y.id) = (e.institution_id, e.session_id)
      and e.institution_id = ${institutionId} and e.student_id = ${studentId} and e.to_date is null`);

/** The values that a number pattern can take from the batch. */
async function placeOfBatch(tx: Tx, institutionId: number, batchId: number): Promise<Partial<NumberParts>> {
  const [row] = await tx
    .select({ class: classes.name, program: programs.name })
    .from(batches)
    .innerJoin(classes, hasKey(classes, batches.institutionId, batches.classId))
    .innerJoin(programs, hasKey(programs, classes.institutionId, classes.programId))
    .where(hasKey(batches, institutionId, batchId));
  if (!row) throw new ValidationError('batchId', 'Choose one from the list.');
  return row;
}

/** The next free number of the institution's pattern. Some may have been assigned by hand. */
export async function nextAdmissionNumber(
  tx: Tx,
  institutionId: number,
  admissionDate: string,
  place: Partial<NumberParts> = {},
): Promise<string> {
  const [institution] = await tx
    .select({ pattern: institutions.admissionNumberPattern })
    .from(institutions)
    .where(eq(institutions.id, institutionId));
  const pattern = institution!.pattern;
  const parts = { ...place, year: Number(admissionDate.slice(0, 4)) };
  for (;;) {
    const sequence = await take(tx, institutionId, counterName('admission', pattern, parts));
    const number = formatNumber(pattern, parts, sequence);
    if (!(await isTaken(tx, institutionId, number))) return number;
  }
}

const isTaken = async (tx: Tx, institutionId: number, number: string) =>
  (await tx.$count(students, and(eq(students.institutionId, institutionId), eq(students.admissionNumber, number)))) > 0;

export const admissionNumberTaken = (number: string): Record<string, [string, string]> => ({
  students_institution_id_admission_number_key: [
    'admissionNumber',
    `Another student already has admission number ${number}.`,
  ],
});

const shown = 5;
const columns = (table: typeof students | typeof findableStudents) => ({
  id: table.id,
  surname: table.surname,
  firstName: table.firstName,
  middleName: table.middleName,
  birthDate: table.birthDate,
  number: table.admissionNumber,
  place: table.batchName,
});

/**
 * Possible duplicates of a student in a form: same name, same surname and date of birth, or same phone; the likeliest
 * first.
 */
export async function findDuplicateStudents(db: Db, actor: Actor, asked: PossibleDuplicate) {
  const { institution_id: institutionId, birth_date: birthDate, except } = asked;
  const membership = membershipIn(actor, institutionId);
  if (!membership) throw new NotFound('institution');
  const named = { surname: asked.surname, firstName: asked.first_name };
  const phone = asked.phone ? readPhone(asked.phone, membership.countryId) : null;
  const table = findableStudents;
  const likenesses = [
    hasSameName(table, named),
    bornAs(table, named, birthDate),
    // The search index finds the number; the columns confirm that it matches in full.
    phone
      ? and(sql`${table.searchText} like ${`%${phone.slice(1)}%`}`, or(eq(table.phone, phone), eq(table.mobile, phone)))
      : undefined,
  ].filter((one) => one !== undefined);
  if (likenesses.length === 0) return { rows: [], isMore: false };
  const isBorn = sql`coalesce(${table.birthDate} = ${birthDate ?? null}::date, false)`;
  return bounded(shown, (limit) =>
    db
      .select({ ...columns(table), sameBirth: sql<boolean>`${isBorn}` })
      .from(table)
      .where(
        and(
          visibleTo(actor, table, institutionId),
          or(...likenesses),
          except === undefined ? undefined : ne(table.id, except),
        ),
      )
      .orderBy(sql`${isBorn} desc`, table.sortName, table.id)
      .limit(limit),
  );
}

/**
 * Asks for confirmation before a second record with the same name and date of birth. Forms sent at once are serialised.
 */
async function refuseDuplicateStudent(tx: Tx, actor: Actor, person: NewPerson, isConfirmed: boolean): Promise<void> {
  await tx.execute(lockName(person.institutionId, person));
  if (isConfirmed) return;
  const [duplicate] = await tx
    .select(columns(students))
    .from(students)
    .where(and(visibleTo(actor, students, person.institutionId), isDuplicate(students, person, person.birthDate)))
    .limit(1);
  if (!duplicate) return;
  const born = duplicate.birthDate ? `, born ${formatDay(duplicate.birthDate)},` : '';
  throw new ValidationError(
    'confirm_alike',
    `${duplicate.firstName} ${duplicate.surname}${born} already exists, with admission number ${duplicate.number}. If this is a different person, tick “This is a different person” and save again.`,
  );
}
