import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { ageOn, formatDay, type Day } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { countOf } from '#ui/format.ts';
import { academicSessions, programs } from '#features/school/structure/structure.schema.ts';
import { intakes } from '../admissions.schema.ts';

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
    .innerJoin(programs, and(eq(programs.institutionId, intakes.institutionId), eq(programs.id, intakes.programId)))
    .innerJoin(
      academicSessions,
      and(eq(academicSessions.institutionId, intakes.institutionId), eq(academicSessions.id, intakes.sessionId)),
    )
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
      `${first.program} closed on ${formatDay(first.closedOn)} and takes no more applications. What you have entered is kept. Ask the school office.`,
    );
  if (first.isEarly) throw new ValidationError('program_id', `${first.program} is not open for applications yet.`);
  return first;
}
export type OpenIntake = Awaited<ReturnType<typeof openIntake>>;

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
  const offered = await query<{ id: number; name: string; isFull: boolean }>(
    tx,
    sql`
    select c.id::float8 as id, c.name, coalesce(k.seats <= (
      select count(*) from applications a where a.institution_id = k.institution_id and a.intake_id = k.intake_id
        and a.class_id = k.class_id and a.status in ('offered', 'accepted', 'admitted')), false) as "isFull"
    from intake_classes k join classes c on (c.institution_id, c.id) = (k.institution_id, k.class_id)
    where k.institution_id = ${intake.institutionId} and k.intake_id = ${intake.id} order by c.position, c.id`,
  );
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
