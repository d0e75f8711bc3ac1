import { and, eq, sql, type SQL } from 'drizzle-orm';
import { allow, type Actor, institutionsWhere, membershipIn } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, render, type Db, query, hasKey } from '#kernel/database.ts';
import { ValidationError, NotFound } from '#kernel/errors.ts';
import { intakeClasses, intakes } from '../admissions.schema.ts';
import { type ApplicationState, applicationStates } from '../admissions.ts';
import { IntakeForm, type IntakePaper, type IntakeTest } from '../intake-form.ts';
import { type Need, askableFields, needs, type AskableField } from '../intake-needs.ts';
import { seatsTaken } from '../states.queries.ts';
import type { IntakeState } from './intake-state.ts';
import { stateOf } from './intakes.list.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { checkIntake, IntakeFields, type IntakeInput, readIntake, type IntakeValues } from './create-intake.ts';

/** Shows an intake on the institution's site from its opening, or hides it. Returns its name. */
export async function publishIntake(tx: Tx, actor: Actor, intakeId: number, isOut: boolean): Promise<string> {
  const intake = await lockIntakeDetails(tx, actor, intakeId);
  const { institutionId } = intake;
  allow(actor, 'admissions.edit', institutionId);
  const name = intakeName(intake);
  if ((intake.state !== 'draft') === isOut) return name;
  await tx
    .update(intakes)
    .set({ publishedAt: isOut ? sql`now()` : null })
    .where(hasKey(intakes, institutionId, intakeId));
  await record(tx, actor, isOut ? 'admissions.publishIntake' : 'admissions.unpublishIntake', {
    institutionId,
    summary: isOut ? `published the intake ${name}` : `hid the intake ${name} from visitors`,
    subject: { type: 'intake', id: intakeId },
  });
  return name;
}

/** Deletes an intake without applications, drafts included. */
export async function deleteIntake(tx: Tx, actor: Actor, intakeId: number): Promise<string> {
  const intake = await lockIntakeDetails(tx, actor, intakeId);
  const { institutionId } = intake;
  allow(actor, 'admissions.edit', institutionId);
  const name = intakeName(intake);
  if (Object.keys(intake.counts).length > 0)
    throw new ValidationError('form', `${name} has applications or drafts and can’t be deleted. Unpublish it instead.`);
  await tx.execute(sql`delete from exam_sittings where institution_id = ${institutionId} and intake_id = ${intakeId}`);
  await tx
    .delete(intakeClasses)
    .where(and(eq(intakeClasses.institutionId, institutionId), eq(intakeClasses.intakeId, intakeId)));
  await tx.delete(intakes).where(hasKey(intakes, institutionId, intakeId));
  await record(tx, actor, 'admissions.deleteIntake', {
    institutionId,
    summary: `deleted the intake ${name}`,
    subject: { type: 'intake', id: intakeId },
    details: { name },
  });
  return name;
}

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

interface IntakeClass {
  classId: number;
  name: string;
  seats: number | null;
  /** Offered, accepted or admitted. */
  taken: number;
}

/** An intake with everything that its form sets; NotFound for people who can't see it. */
export async function findIntake(db: Db, actor: Actor, intakeId: number): Promise<IntakeDetails> {
  const rows = await query<IntakeDetails>(db, render)`
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
    where ${isVisible(actor)} and i.id = ${intakeId}`;
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
const intakeName = ({ program, session }: Pick<IntakeDetails, 'program' | 'session'>) => `${program}, ${session}`;

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

export const EditIntake = edits(IntakeFields);

async function lockForEdit(tx: Tx, actor: Actor, intakeId: number) {
  const intake = await lockIntakeDetails(tx, actor, intakeId);
  const rows = await query<{ opensAt: Date; closesAt: Date }>(tx, render)`
    select opens_at as "opensAt", closes_at as "closesAt" from intakes
    where institution_id = ${intake.institutionId} and id = ${intakeId}`;
  const { opensAt, closesAt } = rows[0]!;
  return {
    ...intake,
    opensAt,
    closesAt,
    inForm: intakeInForm(intake),
    classes: asClasses(intake.classes),
  };
}

const asClasses = (classes: { classId: number; seats: number | null }[]) =>
  classes.map(({ classId, seats }) => ({ classId, seats })).toSorted((a, b) => a.classId - b.classId);

/** Changes an intake. Applications that were sent keep their answers. */
export const editIntake = editRecord({
  action: 'admissions.editIntake',
  type: 'intake',
  table: intakes,
  may: 'admissions.edit',
  fields: EditIntake,
  lock: lockForEdit,
  inForm: ({ inForm }) => inForm,
  sets: ['notifies', 'examinations'],
  together: [
    ['opensAt', 'closesAt'],
    ['minimumAge', 'maximumAge', 'ageOn'],
  ],
  merging: () => ({ words: wordsOf }),
  read: ({ tx, actor, before, input }): Promise<IntakeValues> =>
    readIntake(tx, clockOf(actor, before.institutionId), input as IntakeInput, before),
  check: async ({ tx, actor, before, input, values }) => {
    const { institutionId, programId } = before;
    await checkIntake(tx, { institutionId, programId, timeZone: clockOf(actor, institutionId) }, input as IntakeInput);
    await refuseUsedClasses(tx, before, values.classes);
    await refuseTestsWithMarks(tx, before, values.tests);
  },
  alsoWrite: async ({ tx, before: { institutionId, id: intakeId }, values, changes }) => {
    if (!Object.hasOwn(changes, 'classes')) return;
    await tx
      .delete(intakeClasses)
      .where(and(eq(intakeClasses.institutionId, institutionId), eq(intakeClasses.intakeId, intakeId)));
    await tx.insert(intakeClasses).values(values.classes.map((each) => ({ institutionId, intakeId, ...each })));
  },
  nameOf: ({ before }) => `the intake ${intakeName(before)}`,
});

const labelsOf = (rows: unknown) => (rows as { label: string }[]).map(({ label }) => label).join(', ');
const needsOf = (labelOf: (key: string) => string) => (asked: unknown) =>
  Object.entries(asked as Record<string, Need>)
    .filter(([, need]) => need !== 'hidden')
    .map(([key, need]) => `${labelOf(key)}: ${needs[need].toLowerCase()}`)
    .join(', ');

/** Both sides of a question about a change that somebody else saved meanwhile. */
const wordsOf = {
  papers: labelsOf,
  tests: labelsOf,
  classes: (rows: unknown) => `${(rows as unknown[]).length} classes`,
  fields: needsOf((key) => askableFields[key as AskableField]),
  custom: needsOf((key) => `question ${key}`),
  words: (words: unknown) =>
    Object.entries(words as Record<string, string>)
      .map(([state, text]) => `${applicationStates[state as keyof typeof applicationStates]}: ${text}`)
      .join(' '),
};

interface Intake {
  institutionId: number;
  id: number;
  tests: IntakeTest[];
}

/** An entry class that applicants have chosen stays. */
async function refuseUsedClasses(tx: Tx, intake: Intake, classes: { classId: number }[]): Promise<void> {
  const rows = await query<{ name: string; count: number }>(tx, render)`
    select c.name, count(*)::int as count from applications a
    join classes c on (c.institution_id, c.id) = (a.institution_id, a.class_id)
    where a.institution_id = ${intake.institutionId} and a.intake_id = ${intake.id}
      and a.class_id <> all (${sql.param(classes.map(({ classId }) => classId))}::bigint[])
    group by c.id, c.name order by c.name limit 1`;
  const [used] = rows;
  if (used)
    throw new ValidationError(
      'classes',
      `${used.count === 1 ? '1 application is' : `${used.count} applications are`} for ${used.name}. Keep this class; set its seats to 0 to offer no more.`,
    );
}

/** A test with marks stays, and its highest mark does not fall below them. */
async function refuseTestsWithMarks(tx: Tx, intake: Intake, tests: IntakeTest[]): Promise<void> {
  const rows = await query<{ test: string; count: number; highest: number | null }>(tx, render)`
    select e.test, count(*)::int as count, max(e.mark)::float as highest from exam_scores e
    join applications a on (a.institution_id, a.id) = (e.institution_id, e.application_id)
    where a.institution_id = ${intake.institutionId} and a.intake_id = ${intake.id} group by e.test`;
  for (const { test, count, highest } of rows) {
    const label = intake.tests.find(({ key }) => key === test)?.label;
    const kept = tests.find(({ key }) => key === test);
    if (label && !kept)
      throw new ValidationError(
        'tests',
        `${count === 1 ? '1 mark of' : `${count} marks of`} ${label} ${count === 1 ? 'is' : 'are'} saved. Keep this test.`,
      );
    if (kept && highest !== null && kept.most < highest)
      throw new ValidationError('tests', `The highest mark in ${kept.label} is ${highest}. Enter ${highest} or more.`);
  }
}
