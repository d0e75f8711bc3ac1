import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { countTry, refuseBlocked, type Limit } from '#features/access/accounts/sign-in/throttle.ts';
import { batches, classes } from '#features/school/structure/structure.schema.ts';
import { students } from '#features/people/students/students.schema.ts';
import type { Services } from '#web/routes.ts';
import type { OpenIntake } from './open-intake.ts';

interface Claimed {
  institutionId: number;
  admissionNumber: string;
  address: string;
}

/** Counts a claim before it is checked: the answer tells whether a number and a date of birth belong together. */
export async function countClaim({ database }: Services, { institutionId, admissionNumber, address }: Claimed) {
  const number = admissionNumber.toLowerCase();
  const limits: Limit[] = [
    { key: `returning:${institutionId}:${number}`, tries: 8, minutes: 60 },
    // A school's computer room has one address.
    { key: `returning from:${address}`, tries: 60, minutes: 60 },
  ];
  refuseBlocked(await database.anonymous((tx) => countTry(tx, limits)));
}

/** The record of a former student with this number and date of birth. Every other case has the same answer. */
export async function returningStudent(
  tx: Tx,
  { institutionId, admissionNumber, birthDate }: { institutionId: number; admissionNumber: string; birthDate: Day },
): Promise<number> {
  const [found] = await tx
    .select({ id: students.id })
    .from(students)
    .where(
      and(
        eq(students.institutionId, institutionId),
        sql`lower(${students.admissionNumber}) = ${admissionNumber.toLowerCase()}`,
        eq(students.birthDate, birthDate),
        ne(students.status, 'active'),
        isNull(students.mergedIntoId),
        isNull(students.anonymisedAt),
      ),
    );
  if (!found)
    throw new ValidationError(
      'admission_number',
      'No former student has this admission number and date of birth. Check both, or apply as a new student.',
    );
  return found.id;
}

/** The chosen batch, if it is an open one of this program and session. */
export async function batchToReturnTo(tx: Tx, { intake }: OpenIntake, batchId: number | null): Promise<number> {
  const [found] = await tx
    .select({ id: batches.id })
    .from(batches)
    .innerJoin(classes, and(eq(classes.institutionId, batches.institutionId), eq(classes.id, batches.classId)))
    .where(
      and(
        eq(batches.institutionId, intake.institutionId),
        eq(batches.id, batchId ?? 0),
        eq(batches.sessionId, intake.sessionId),
        eq(classes.programId, intake.programId),
        isNull(batches.closedAt),
      ),
    );
  if (!found) throw new ValidationError('batch_id', 'Choose the batch to return to.');
  return found.id;
}
