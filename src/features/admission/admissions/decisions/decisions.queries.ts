import { and, eq, inArray, sql } from 'drizzle-orm';
import { can, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { type Db, query, hasKey } from '#kernel/database.ts';
import { addDays, today } from '#kernel/dates.ts';
import { orNotFound } from '#kernel/errors.ts';
import { academicSessions, programs } from '#features/school/structure/structure.schema.ts';
import { newcomersOf } from '../admit/place-newcomers.ts';
import { intakes } from '../admissions.schema.ts';
import { leftOf, seatsOf } from './decide.ts';
import { applicationName } from '../application-name.ts';
import { takesSeat } from '../states.queries.ts';

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
    .innerJoin(programs, hasKey(programs, intakes.institutionId, intakes.programId))
    .innerJoin(academicSessions, hasKey(academicSessions, intakes.institutionId, intakes.sessionId))
    .where(and(inArray(intakes.institutionId, institutionsWhere(actor, 'admissions.view')), eq(intakes.id, id)));
  return orNotFound(intake, 'intake');
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

export interface Round {
  id: number;
  kind: 'cutoff' | 'admit';
  madeAt: string;
  person: string | null;
  /** Of a cut-off. */
  cutoff: number | null;
  members: number;
  done: number;
  offered: number;
  waiting: number;
  rejected: number;
  problems: { id: number; name: string; problem: string }[];
  isUndone: boolean;
  isRunning: boolean;
}

/** What was decided and admitted at once, the latest first. */
const roundsOf = (db: Db, institutionId: number, intakeId: number): Promise<Round[]> =>
  query<Round>(db)`
    select r.id, r.kind, to_char(r.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "madeAt", c.name as person,
      (r.terms ->> 'cutoff')::float8 as cutoff, m.members, m.done, m.offered, m.waiting, m.rejected, m.problems,
      r.undone_at is not null as "isUndone", r.kind = 'admit' and r.finished_at is null as "isRunning"
    from admission_rounds r
    left join accounts c on c.id = r.account_id
    cross join lateral (
      select count(*)::int as members, count(m.done_at)::int as done,
        count(*) filter (where m.to_status = 'offered')::int as offered,
        count(*) filter (where m.to_status = 'waiting_list')::int as waiting,
        count(*) filter (where m.to_status = 'rejected')::int as rejected,
        coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', ${applicationName}, 'problem', m.problem)
          order by a.sort_name) filter (where m.problem is not null), '[]') as problems
      from admission_round_members m
      join applications a on (a.institution_id, a.id) = (m.institution_id, m.application_id)
      where m.institution_id = r.institution_id and m.round_id = r.id) m
    where r.institution_id = ${institutionId} and r.intake_id = ${intakeId}
    order by r.id desc fetch first 20 rows only`;

export interface InLine {
  id: number;
  name: string;
  number: string;
  class: string | null;
  score: number | null;
}

interface OpenOffer extends InLine {
  until: string | null;
  /** The deadline has passed without an answer. */
  isLate: boolean;
}

/** More than a page should show; the figures above count everybody. */
const mostInLine = 200;

const columns = sql`a.id, ${applicationName} as name, a.number,
  c.name as class, a.score::float8 as score`;

/** The next on the waiting list of each class, as many as it has free seats: the best marks first. */
const nextInLine = (db: Db, institutionId: number, intakeId: number): Promise<InLine[]> =>
  query<InLine>(db)`
    select ${columns} from (
      select w.*, row_number() over (partition by w.class_id order by w.score desc nulls last, w.submitted_at, w.id) as place
      from applications w
      where w.institution_id = ${institutionId} and w.intake_id = ${intakeId} and w.status = 'waiting_list') a
    join intake_classes k on (k.institution_id, k.intake_id, k.class_id) = (a.institution_id, a.intake_id, a.class_id)
    join classes c on (c.institution_id, c.id) = (k.institution_id, k.class_id)
    left join (select class_id, count(*) as taken from applications
      where institution_id = ${institutionId} and intake_id = ${intakeId} and status in ${takesSeat} group by class_id) t
      on t.class_id = a.class_id
    where k.seats is null or a.place <= k.seats - coalesce(t.taken, 0)
    order by c.position, c.id, a.place fetch first ${mostInLine} rows only`;

/** Offers without an answer, the earliest deadline first. */
const openOffers = (db: Db, institutionId: number, intakeId: number, today: string): Promise<OpenOffer[]> =>
  query<OpenOffer>(db)`
    select ${columns}, a.offer_until::text as until, coalesce(a.offer_until < ${today}::date, false) as "isLate"
    from applications a left join classes c on (c.institution_id, c.id) = (a.institution_id, a.class_id)
    where a.institution_id = ${institutionId} and a.intake_id = ${intakeId} and a.status = 'offered'
    order by a.offer_until nulls last, a.sort_name, a.id fetch first ${mostInLine} rows only`;

/** Accepted applicants who are to be admitted. */
const acceptedOnes = (db: Db, institutionId: number, intakeId: number): Promise<InLine[]> =>
  query<InLine>(db)`
    select ${columns} from applications a left join classes c on (c.institution_id, c.id) = (a.institution_id, a.class_id)
    where a.institution_id = ${institutionId} and a.intake_id = ${intakeId} and a.status = 'accepted'
    order by c.position, a.sort_name, a.id fetch first ${mostInLine} rows only`;
