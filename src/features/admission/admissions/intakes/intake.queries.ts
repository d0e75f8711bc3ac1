import { sql, type SQL } from 'drizzle-orm';
import { institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, render, type Db, type Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { ApplicationState } from '../admissions.ts';
import { IntakeForm, type IntakePaper, type IntakeTest } from '../intake-form.ts';
import { type Need } from '../intake-needs.ts';
import { seatsTaken } from '../seats.ts';
import type { IntakeState } from './intake-state.ts';
import { stateOf } from './state-of.ts';

export interface IntakeDetails {
  institutionId: number;
  id: number;
  programId: number;
  program: string;
  sessionId: number;
  session: string;
  sessionStartsOn: string;
  state: IntakeState;
  /** In the institution's time, yyyy-mm-ddThh:mm. */
  opensAt: string;
  closesAt: string;
  requiresPin: boolean;
  applicationFee: number;
  acceptanceFee: number;
  /** Newly admitted students get the invoices of fees that were billed already. */
  bills: boolean;
  minimumAge: number | null;
  maximumAge: number | null;
  ageOn: string | null;
  offerDays: number;
  numberPattern: string;
  introduction: string | null;
  form: IntakeForm;
  papers: IntakePaper[];
  tests: IntakeTest[];
  cutoff: number | null;
  letter: string | null;
  words: Partial<Record<ApplicationState, string>>;
  notifies: ApplicationState[];
  classes: IntakeClass[];
  counts: Partial<Record<ApplicationState, number>>;
}

export interface IntakeClass {
  classId: number;
  name: string;
  seats: number | null;
  /** Offered, accepted or admitted. */
  taken: number;
}

/** An intake with everything that its form sets; NotFound for people who can't see it. */
export async function findIntake(db: Db, actor: Actor, intakeId: number): Promise<IntakeDetails> {
  const rows = await query<IntakeDetails>(
    db,
    render(sql`
    select i.institution_id as "institutionId", i.id, i.program_id as "programId", p.name as program,
      i.session_id as "sessionId", y.name as session, y.starts_on as "sessionStartsOn", ${state} as state,
      ${local(sql`i.opens_at`)} as "opensAt", ${local(sql`i.closes_at`)} as "closesAt",
      i.requires_pin as "requiresPin", i.application_fee as "applicationFee", i.acceptance_fee as "acceptanceFee", i.bills,
      i.minimum_age as "minimumAge", i.maximum_age as "maximumAge", i.age_on as "ageOn", i.offer_days as "offerDays",
      i.number_pattern as "numberPattern", i.introduction, i.form, i.papers, i.tests, i.cutoff::float as cutoff, i.letter,
      i.words, to_json(i.notifies) as notifies,
      (select coalesce(jsonb_agg(jsonb_build_object('classId', c.id, 'name', c.name, 'seats', k.seats, 'taken', (${seatsTaken(
        { institutionId: sql`k.institution_id`, intakeId: sql`k.intake_id`, classId: sql`k.class_id` },
      )})) order by c.position, c.id), '[]')
        from intake_classes k join classes c on (c.institution_id, c.id) = (k.institution_id, k.class_id)
        where (k.institution_id, k.intake_id) = (i.institution_id, i.id)) as classes,
      (select coalesce(jsonb_object_agg(a.status, a.n), '{}') from (select status, count(*) as n from applications
        where (institution_id, intake_id) = (i.institution_id, i.id) group by status) a) as counts
    from intakes i
    join programs p on (p.institution_id, p.id) = (i.institution_id, i.program_id)
    join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id)
    join institutions n on n.id = i.institution_id
    where ${isVisible(actor)} and i.id = ${intakeId}`),
  );
  if (!rows[0]) throw new NotFound('intake');
  return { ...rows[0], form: IntakeForm.parse(rows[0].form) };
}

const local = (at: SQL) => sql`to_char(${at} at time zone n.time_zone, 'YYYY-MM-DD"T"HH24:MI')`;
const state = stateOf({ publishedAt: sql`i.published_at`, opensAt: sql`i.opens_at`, closesAt: sql`i.closes_at` });
const isVisible = (actor: Actor): SQL =>
  sql`i.institution_id = any (${sql.param(institutionsWhere(actor, 'admissions.view'))}::int[])`;

/** The same, locked. An intake is locked before its applications. */
export async function lockIntakeDetails(tx: Tx, actor: Actor, intakeId: number): Promise<IntakeDetails> {
  await tx.execute(sql`select 1 from intakes i where ${isVisible(actor)} and i.id = ${intakeId} for no key update`);
  return findIntake(tx, actor, intakeId);
}

/** 'Junior Secondary, 2026/2027'. */
export const intakeName = ({ program, session }: Pick<IntakeDetails, 'program' | 'session'>) =>
  `${program}, ${session}`;

export const clockOf = (actor: Actor, institutionId: number): string => membershipIn(actor, institutionId)!.timeZone;

/** An intake as its form shows it. */
export function intakeInForm({ form, papers, tests, classes, ...intake }: IntakeDetails) {
  const photo = papers.find(({ key }) => key === 'photo');
  const need: Need = photo ? (photo.isRequired ? 'required' : 'optional') : 'hidden';
  return {
    ...intake,
    ...form,
    photo: need,
    classes: classes.map(({ classId, seats }) => ({ id: classId, classId, seats })),
    papers: papers
      .filter(({ key }) => key !== 'photo')
      .map(({ key, label, isRequired }, at) => ({ id: at + 1, savedKey: key, label, isRequired })),
    tests: tests.map(({ key, label, most }, at) => ({ id: at + 1, savedKey: key, label, most })),
  };
}
export type IntakeInForm = ReturnType<typeof intakeInForm>;
