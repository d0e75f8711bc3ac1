import { and, asc, eq, isNotNull, sql, isNull, ne } from 'drizzle-orm';
import { type Tx, type Db, query, hasKey } from '#kernel/database.ts';
import { ageOn, formatDay, type Day } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { countOf } from '#ui/format.ts';
import { academicSessions, programs, batches, classes } from '#features/school/structure/structure.schema.ts';
import { intakes } from '../admissions.schema.ts';
import { countTry, refuseBlocked, type Limit } from '#features/access/accounts/sign-in/throttle.ts';
import { students } from '#features/people/students/students.schema.ts';
import type { Services } from '#web/routes.ts';

interface Wanted {
  institutionId: number;
  /** An intake, or that of a program and session; without a session the one that closes first. */
  intakeId?: number;
  programId?: number;
  sessionId?: number | null;
}

/**
 * The published intake, kept as it is until the transaction ends; refused on the program once it has closed, with the
 * day.
 */
export async function openIntake(tx: Tx, { institutionId, intakeId, programId, sessionId }: Wanted) {
  const found = await tx
    .select({
      intake: intakes,
      program: programs.name,
      session: academicSessions.name,
      ageDay: sql<string>`coalesce(${intakes.ageOn}, ${academicSessions.startsOn})::text`,
      closedOn: sql<string | null>`case when ${intakes.closesAt} <= now()
        then (${intakes.closesAt} at time zone i.time_zone)::date::text end`,
      isEarly: sql<boolean>`${intakes.opensAt} > now() or ${intakes.publishedAt} > now()`,
    })
    .from(intakes)
    .innerJoin(programs, hasKey(programs, intakes.institutionId, intakes.programId))
    .innerJoin(academicSessions, hasKey(academicSessions, intakes.institutionId, intakes.sessionId))
    .innerJoin(sql`institutions i`, sql`i.id = ${intakes.institutionId}`)
    .where(
      and(
        eq(intakes.institutionId, institutionId),
        isNotNull(intakes.publishedAt),
        intakeId === undefined ? undefined : eq(intakes.id, intakeId),
        programId === undefined ? undefined : eq(intakes.programId, programId),
        sessionId == null ? undefined : eq(intakes.sessionId, sessionId),
      ),
    )
    .orderBy(sql`${intakes.closesAt} <= now()`, asc(intakes.closesAt))
    .for('share', { of: intakes });
  const [first] = found;
  if (!first) throw new ValidationError('program_id', 'Choose one from the list.');
  if (first.closedOn)
    throw new ValidationError(
      'program_id',
      `${first.program} closed on ${formatDay(first.closedOn)} and no longer accepts applications. What you entered is kept. Ask the school office.`,
    );
  if (first.isEarly) throw new ValidationError('program_id', `${first.program} is not open for applications yet.`);
  return first;
}
type OpenIntake = Awaited<ReturnType<typeof openIntake>>;

/** Refuses somebody who is too young or too old on the intake's day. */
export function checkAge(
  { intake: { minimumAge, maximumAge }, ageDay, program }: Pick<OpenIntake, 'intake' | 'ageDay' | 'program'>,
  birthDate: Day,
): void {
  const age = ageOn(birthDate, ageDay);
  const on = `on ${formatDay(ageDay)}`;
  if (minimumAge !== null && age < minimumAge)
    throw new ValidationError(
      'birthDate',
      `Applicants for ${program} must be at least ${countOf(minimumAge, 'year')} old ${on}. This applicant will be ${age}.`,
    );
  if (maximumAge !== null && age > maximumAge)
    throw new ValidationError(
      'birthDate',
      `Applicants for ${program} can be ${countOf(maximumAge, 'year')} old at most ${on}. This applicant will be ${age}.`,
    );
}

/** The class to enter: the only one, or the chosen one if it has a seat left. */
export async function classToEnter(tx: Tx, { intake }: OpenIntake, classId: number | null): Promise<number | null> {
  const offered = await query<{ id: number; name: string; isFull: boolean }>(tx)`
    select c.id::float8 as id, c.name, coalesce(k.seats <= (
      select count(*) from applications a where a.institution_id = k.institution_id and a.intake_id = k.intake_id
        and a.class_id = k.class_id and a.status in ('offered', 'accepted', 'admitted')), false) as "isFull"
    from intake_classes k join classes c on (c.institution_id, c.id) = (k.institution_id, k.class_id)
    where k.institution_id = ${intake.institutionId} and k.intake_id = ${intake.id} order by c.position, c.id`;
  if (!offered.length) return null;
  const chosen = offered.length === 1 ? offered[0] : offered.find(({ id }) => id === classId);
  if (!chosen) throw new ValidationError('class_id', 'Choose the class to enter.');
  if (chosen.isFull)
    throw new ValidationError(
      offered.length === 1 ? 'program_id' : 'class_id',
      `All seats in ${chosen.name} have been given. ${offered.length === 1 ? 'Ask the school office.' : 'Choose another class, or ask the school office.'}`,
    );
  return chosen.id;
}

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
    .innerJoin(classes, hasKey(classes, batches.institutionId, batches.classId))
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

export interface VisibleIntake {
  id: number;
  programId: number;
  program: string;
  sessionId: number;
  session: string;
  opensAt: string;
  closesAt: string;
  isOpen: boolean;
  requiresPin: boolean;
  applicationFee: number;
  minimumAge: number | null;
  maximumAge: number | null;
  /** The day on which ages count. */
  ageOn: string;
  introduction: string | null;
  /** Null for seats without a limit. */
  classes: { id: number; name: string; seats: number | null; left: number | null }[];
  /** Batches that a returning student can choose. */
  batches: { id: number; name: string }[];
}

/** Published intakes that are open or will open, the first to close first. */
export const visibleIntakes = (db: Db, institutionId: number): Promise<VisibleIntake[]> =>
  query<VisibleIntake>(db)`
    select i.id::float8 as id, p.id::float8 as "programId", p.name as program, y.id::float8 as "sessionId", y.name as session,
      to_json(i.opens_at)#>>'{}' as "opensAt", to_json(i.closes_at)#>>'{}' as "closesAt", i.opens_at <= now() as "isOpen",
      i.requires_pin as "requiresPin", i.application_fee::float8 as "applicationFee",
      i.minimum_age as "minimumAge", i.maximum_age as "maximumAge", coalesce(i.age_on, y.starts_on)::text as "ageOn",
      i.introduction,
      coalesce((
        select json_agg(json_build_object('id', c.id, 'name', c.name, 'seats', k.seats, 'left', k.seats - (
            select count(*) from applications a where a.institution_id = i.institution_id and a.intake_id = i.id
              and a.class_id = c.id and a.status in ('offered', 'accepted', 'admitted')))
          order by c.position, c.id)
        from intake_classes k join classes c on (c.institution_id, c.id) = (k.institution_id, k.class_id)
        where (k.institution_id, k.intake_id) = (i.institution_id, i.id)), '[]') as classes,
      coalesce((
        select json_agg(json_build_object('id', b.id, 'name', b.name) order by c.position, b.name)
        from batches b join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
        where b.institution_id = i.institution_id and b.session_id = i.session_id and c.program_id = i.program_id
          and b.closed_at is null), '[]') as batches
    from intakes i
    join programs p on (p.institution_id, p.id) = (i.institution_id, i.program_id)
    join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id)
    where i.institution_id = ${institutionId} and i.published_at <= now() and i.closes_at > now() and p.retired_at is null
    order by i.closes_at, p.name, i.id`;

/** The programs that can be applied for now. */
export const openProgramIds = (db: Db, institutionId: number): Promise<{ id: number }[]> =>
  query<{ id: number }>(db)`
    select distinct i.program_id::float8 as id from intakes i
    where i.institution_id = ${institutionId} and i.published_at <= now() and i.opens_at <= now() and i.closes_at > now()`;

export interface TaughtCourse {
  programId: number;
  code: string;
  title: string;
  /** Those of a group are chosen from. */
  electiveGroup: string | null;
}

/** What the programs teach or let choose: the courses of their open batches. */
export const coursesOfPrograms = (db: Db, institutionId: number, programIds: readonly number[]) =>
  query<TaughtCourse>(db)`
    select distinct c.program_id::float8 as "programId", k.code, k.title, k.elective_group as "electiveGroup"
    from classes c
    join batches b on (b.institution_id, b.class_id) = (c.institution_id, c.id) and b.closed_at is null
    join course_offerings o on (o.institution_id, o.batch_id) = (b.institution_id, b.id)
    join courses k on (k.institution_id, k.id) = (o.institution_id, o.course_id) and k.retired_at is null
    where c.institution_id = ${institutionId} and c.program_id = any (${sql.param([...programIds])}::bigint[])
    order by k.title, k.code`;
