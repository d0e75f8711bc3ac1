import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { filterBy } from '#kernel/list/filters.ts';
import { choice, id } from '#kernel/schemas.ts';
import type { ApplicationState } from '../admissions.ts';
import { intakes } from '../admissions.schema.ts';
import { seatsTaken } from '../states.queries.ts';
import { intakeStates, type IntakeState } from './intake-state.ts';

/** Whether an intake takes applications, by the database's clock. */
export const stateOf = (intake: Record<'publishedAt' | 'opensAt' | 'closesAt', SQLWrapper>): SQL<IntakeState> =>
  sql`case when ${intake.publishedAt} is null then 'draft' when now() < ${intake.opensAt} then 'scheduled'
    when now() < ${intake.closesAt} then 'open' else 'closed' end`;

const own = sql`k.institution_id = intakes.institution_id and k.intake_id = intakes.id`;

// A select from one table writes its columns without the table, so a subquery would take them for its own.
/** Intakes, latest first, with their seats and applications. */
export const intakeList = declareList({
  id: intakes.id,
  visible: inInstitutions(intakes.institutionId, 'admissions.view'),
  filters: {
    state: filterBy(choice(intakeStates), (state) => sql`${stateOf(intakes)} = ${state}`),
    program: filterBy(id, (programId) => eq(intakes.programId, programId)),
    session: filterBy(id, (sessionId) => eq(intakes.sessionId, sessionId)),
  },
  select: (db) =>
    db
      .select({
        id: intakes.id,
        institutionId: intakes.institutionId,
        program: sql<string>`(select p.name from programs p
          where p.institution_id = intakes.institution_id and p.id = intakes.program_id)`,
        session: sql<string>`(select y.name from academic_sessions y
          where y.institution_id = intakes.institution_id and y.id = intakes.session_id)`,
        state: stateOf(intakes),
        opensAt: sql<string>`to_json(${intakes.opensAt})`,
        closesAt: sql<string>`to_json(${intakes.closesAt})`,
        requiresPin: intakes.requiresPin,
        /** Null if one of its classes has no limit. */
        seats: sql<number | null>`(select case when count(*) = count(k.seats) then sum(k.seats)::int end
          from intake_classes k where ${own})`,
        taken: sql<number>`(${seatsTaken({
          institutionId: sql`intakes.institution_id`,
          intakeId: sql`intakes.id`,
        })})`,
        counts: sql<Partial<Record<ApplicationState, number>>>`(select coalesce(jsonb_object_agg(c.status, c.n), '{}')
          from (select k.status, count(*) as n from applications k where ${own} group by k.status) c)`,
      })
      .from(intakes),
});
export type IntakeRow = Awaited<ReturnType<typeof intakeList.readPage>>['rows'][number];
