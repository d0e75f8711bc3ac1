import { and, eq, inArray } from 'drizzle-orm';
import { can, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { addDays, today } from '#kernel/dates.ts';
import { NotFound } from '#kernel/errors.ts';
import { academicSessions, programs } from '#features/school/structure/structure.schema.ts';
import { newcomersOf } from '../admit/newcomers.queries.ts';
import { intakes } from '../admissions.schema.ts';
import { roundsOf } from './rounds.queries.ts';
import { leftOf, seatsOf } from './seats.queries.ts';
import { acceptedOnes, nextInLine, openOffers } from './waiting.queries.ts';

/** An intake that the actor can see, with its names. */
export async function findIntake(db: Db, actor: Actor, id: number) {
  const [intake] = await db
    .select({
      id: intakes.id,
      institutionId: intakes.institutionId,
      cutoff: intakes.cutoff,
      tests: intakes.tests,
      offerDays: intakes.offerDays,
      acceptanceFee: intakes.acceptanceFee,
      program: programs.name,
      session: academicSessions.name,
      isCurrent: academicSessions.isCurrent,
    })
    .from(intakes)
    .innerJoin(programs, and(eq(programs.institutionId, intakes.institutionId), eq(programs.id, intakes.programId)))
    .innerJoin(
      academicSessions,
      and(eq(academicSessions.institutionId, intakes.institutionId), eq(academicSessions.id, intakes.sessionId)),
    )
    .where(and(inArray(intakes.institutionId, institutionsWhere(actor, 'admissions.view')), eq(intakes.id, id)));
  if (!intake) throw new NotFound('intake');
  return intake;
}

/** Everything that waits for a decision in an intake. */
export async function decisionsOf(db: Db, actor: Actor, id: number) {
  const intake = await findIntake(db, actor, id);
  const { institutionId } = intake;
  const { timeZone, currency } = membershipIn(actor, institutionId)!;
  const day = today(timeZone);
  const [seats, waiting, offers, accepted, rounds, newcomers] = await Promise.all([
    seatsOf(db, institutionId, id),
    nextInLine(db, institutionId, id),
    openOffers(db, institutionId, id, day),
    acceptedOnes(db, institutionId, id),
    roundsOf(db, institutionId, id),
    newcomersOf(db, institutionId, id),
  ]);
  return {
    intake: { ...intake, currency },
    today: day,
    deadline: addDays(day, intake.offerDays),
    seats: seats.map((place) => ({ ...place, left: leftOf(place) })),
    waiting,
    offers,
    accepted,
    rounds,
    newcomers,
    can: {
      decide: can(actor, 'admissions.decide', institutionId),
      admit: can(actor, 'admissions.admit', institutionId),
      edit: can(actor, 'admissions.edit', institutionId),
    },
  };
}
export type DecisionsOfIntake = Awaited<ReturnType<typeof decisionsOf>>;
