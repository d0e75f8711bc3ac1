import { sql } from 'drizzle-orm';
import {
  membershipIn,
  type Actor,
  institutionsWhere,
  institutionsInView,
  allow,
  institutionInView,
} from '#kernel/actor.ts';
import { record, recordMany } from '#kernel/audit.ts';
import { today } from '#kernel/dates.ts';
import { query, type Tx, type Db } from '#kernel/database.ts';
import { Conflict, NotFound, ValidationError, orNotFound } from '#kernel/errors.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { edits } from '#kernel/edit/edit.ts';
import type { Period } from '../registration.ts';
import { registrationPeriods } from '../registration.schema.ts';
import { z } from 'zod';
import { amount, checkbox, day, emptyIsNull, id, optionalDay, list } from '#kernel/schemas.ts';

const periodWords = { close: 'closed', reopen: 'reopened', remove: 'removed' } as const;
type PeriodAct = keyof typeof periodWords;
export const periodActs = Object.keys(periodWords) as PeriodAct[];

/**
 * Closes a period before its last day, reopens it for the days that are left, or removes one in which nobody registered.
 * Registrations that are being submitted end first. Returns what was done, in words.
 */
export async function changePeriod(tx: Tx, actor: Actor, act: PeriodAct, periodId: number): Promise<string> {
  const period = await findPeriod(tx, actor, periodId, true);
  const { institutionId, classId, className, term, closedOn } = period;
  const here = sql`institution_id = ${institutionId} and id = ${periodId}`;
  if (act === 'remove') {
    await refuseUsed(tx, period);
    await tx.execute(sql`delete from registration_periods where ${here}`);
  } else {
    if ((act === 'close') === (closedOn !== null)) throw new Conflict(`This is ${periodWords[act]} already.`);
    const day = act === 'close' ? today(membershipIn(actor, institutionId)!.timeZone) : null;
    await tx.execute(sql`update registration_periods set closed_on = ${day}::date where ${here}`);
  }
  const done = `${periodWords[act]} the course registration of ${className}, ${term}`;
  await record(tx, actor, `registration.${act}Period`, {
    institutionId,
    summary: done,
    subject: { type: 'class', id: classId },
    ...(act === 'remove' && { details: { ...period } }),
  });
  return `The registration of ${className} was ${periodWords[act]}.`;
}

/**
 * Refuses to remove a period with registrations. Without it the class takes the courses of its batch, which sheets of
 * marks that are past entry must not learn.
 */
async function refuseUsed(tx: Tx, { institutionId, classId, className, termId }: FoundPeriod): Promise<void> {
  const [used] = await query<{ students: number; isLocked: boolean }>(tx)`
    select (select count(distinct r.student_id)::int from course_registrations r
        join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
        join enrolments e on (e.institution_id, e.student_id, e.session_id) = (r.institution_id, r.student_id, t.session_id)
        join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id) and b.class_id = ${classId}
        where r.institution_id = ${institutionId} and r.term_id = ${termId}) as students,
      exists (select from mark_sheets s join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
        where s.institution_id = ${institutionId} and s.term_id = ${termId} and b.class_id = ${classId}
          and s.state <> 'open') as "isLocked"`;
  const { students, isLocked } = used!;
  if (students > 0)
    throw new Conflict(
      `${students === 1 ? '1 student has' : `${students} students have`} registered already, so this can’t be removed. Close it instead.`,
    );
  if (isLocked) throw new Conflict(`Marks of ${className} are locked for this term already, so this can’t be removed.`);
}

const units = (most: string) => z.coerce.number(most).int(most).min(0, most).max(200, most);

const PeriodFields = z.object({
  minimumUnits: units('Enter a number of units between 0 and 200.'),
  maximumUnits: units('Enter a number of units between 1 and 200.'),
  opensOn: day,
  closesOn: day,
  lateUntil: optionalDay,
  lateFee: emptyIsNull(amount('The fee')),
  lateCategoryId: emptyIsNull(id),
  allowsOverride: checkbox,
});

type PeriodInput = z.output<typeof PeriodFields>;

/** Refuses limits, days and a fee that do not go together. */
async function checkPeriod(tx: Tx, institutionId: number, input: PeriodInput): Promise<void> {
  const { minimumUnits, maximumUnits, opensOn, closesOn, lateUntil, lateFee, lateCategoryId } = input;
  if (maximumUnits < 1) throw new ValidationError('maximumUnits', 'Enter a number of units between 1 and 200.');
  if (minimumUnits > maximumUnits) throw new ValidationError('minimumUnits', 'The minimum can’t be above the maximum.');
  if (closesOn < opensOn) throw new ValidationError('closesOn', 'Registration can’t close before it opens.');
  if (lateUntil !== null && lateUntil <= closesOn)
    throw new ValidationError('lateUntil', 'Late registration must end after registration closes.');
  if (lateFee !== null && lateUntil === null)
    throw new ValidationError('lateUntil', 'Enter the last day of late registration.');
  if (lateFee !== null && lateCategoryId === null)
    throw new ValidationError('lateCategoryId', 'Choose the fee category that the late fee belongs to.');
  if (lateFee === null && lateCategoryId !== null) throw new ValidationError('lateFee', 'Enter the late fee.');
  if (lateCategoryId === null) return;
  const [category] = await query<{ id: number }>(tx)`select id::bigint as id from fee_categories
      where (institution_id, id) = (${institutionId}, ${lateCategoryId}) and archived_at is null`;
  if (!category) throw new ValidationError('lateCategoryId', 'Choose a category from the list.');
}

export const EditPeriod = edits(PeriodFields);

interface FoundPeriod extends Period {
  className: string;
  term: string;
}

/** A period that the actor can edit; locked with `lock`. */
export async function findPeriod(db: Db, actor: Actor, periodId: number, lock = false): Promise<FoundPeriod> {
  const within = institutionsWhere(actor, 'registration.manage');
  const [row] = await query<FoundPeriod>(db)`
    select p.id::bigint as id, p.institution_id as "institutionId", p.class_id::bigint as "classId", p.term_id::bigint as "termId",
      p.minimum_units as "minimumUnits", p.maximum_units as "maximumUnits", p.opens_on::text as "opensOn",
      p.closes_on::text as "closesOn", p.late_until::text as "lateUntil", p.late_fee::float8 as "lateFee",
      p.late_category_id::bigint as "lateCategoryId", p.allows_override as "allowsOverride",
      p.closed_on::text as "closedOn", c.name as "className", t.name || ', ' || y.name as term
    from registration_periods p
    join classes c on (c.institution_id, c.id) = (p.institution_id, p.class_id)
    join terms t on (t.institution_id, t.id) = (p.institution_id, p.term_id)
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where p.institution_id = any (${sql.param(within)}::int[]) and p.id = ${periodId}
    ${lock ? sql`for update of p` : sql``}`;
  return orNotFound(row, 'registration period');
}

/** Edits days, limits and the late fee. Fees that were charged stay. */
export const editPeriod = editRecord({
  action: 'registration.editPeriod',
  type: 'registration_period',
  table: registrationPeriods,
  may: 'registration.manage',
  fields: EditPeriod,
  lock: (tx: Tx, actor: Actor, id: number) => findPeriod(tx, actor, id, true),
  together: [['lateFee', 'lateCategoryId']],
  check: ({ tx, before, values }) => checkPeriod(tx, before.institutionId, values),
  nameOf: ({ before }) => `the course registration of ${before.className}, ${before.term}`,
});

export type PeriodRow = FoundPeriod & { program: string };

/** The periods in view, latest term first. */
export const listPeriods = (db: Db, actor: Actor, wanted?: number): Promise<PeriodRow[]> =>
  query<PeriodRow>(db)`
    select p.id::bigint as id, p.institution_id as "institutionId", p.class_id::bigint as "classId", p.term_id::bigint as "termId",
      p.minimum_units as "minimumUnits", p.maximum_units as "maximumUnits", p.opens_on::text as "opensOn",
      p.closes_on::text as "closesOn", p.late_until::text as "lateUntil", p.late_fee::float8 as "lateFee",
      p.late_category_id::bigint as "lateCategoryId", p.allows_override as "allowsOverride",
      p.closed_on::text as "closedOn", c.name as "className", t.name || ', ' || y.name as term, g.name as program
    from registration_periods p
    join classes c on (c.institution_id, c.id) = (p.institution_id, p.class_id)
    join programs g on (g.institution_id, g.id) = (c.institution_id, c.program_id)
    join terms t on (t.institution_id, t.id) = (p.institution_id, p.term_id)
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where p.institution_id = any (${sql.param(institutionsInView(actor, wanted, 'registration.manage'))}::int[])
    order by y.starts_on desc, t.position desc, g.name, c.position, c.id`;

interface Choice {
  id: number;
  name: string;
}

export interface PeriodChoices {
  institutionId: number;
  terms: Choice[];
  classes: Choice[];
  categories: Choice[];
}

/** What a new period can be for. */
export async function periodChoices(db: Db, actor: Actor, wanted?: number): Promise<PeriodChoices> {
  const institutionId = institutionInView(actor, wanted, 'registration.manage');
  const [terms, classes, categories] = await Promise.all([
    query<Choice>(db)`select t.id::bigint as id, t.name || ', ' || y.name as name from terms t
        join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
        where t.institution_id = ${institutionId} and y.closed_at is null order by y.starts_on desc, t.position`,
    query<Choice>(db)`select c.id::bigint as id, c.name || ', ' || p.name as name from classes c
        join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
        where c.institution_id = ${institutionId} order by p.name, c.position, c.id`,
    query<Choice>(db)`select id::bigint as id, name from fee_categories
        where institution_id = ${institutionId} and archived_at is null order by name`,
  ]);
  return { institutionId, terms, classes, categories };
}

export const AddPeriods = PeriodFields.extend({ termId: id, classIds: list(id) });

/** Sets up registration of classes for a term. From now on registration says what their students take in it. */
export async function addPeriods(
  tx: Tx,
  actor: Actor,
  { termId, classIds, ...input }: z.output<typeof AddPeriods>,
): Promise<number> {
  const within = institutionsWhere(actor, 'registration.manage');
  const [term] = await query<{ institutionId: number; name: string; isClosed: boolean }>(tx)`
    select t.institution_id as "institutionId", t.name || ', ' || y.name as name, y.closed_at is not null as "isClosed"
      from terms t join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
      where t.institution_id = any (${sql.param(within)}::int[]) and t.id = ${termId} for share of y`;
  if (!term) throw new NotFound('term');
  const { institutionId, name, isClosed } = term;
  allow(actor, 'registration.manage', institutionId);
  if (isClosed) throw new ValidationError('termId', 'This session is closed.');
  if (classIds.length === 0) throw new ValidationError('classIds', 'Choose the classes.');
  await checkPeriod(tx, institutionId, input);
  const classes = await query<{ id: number; name: string; isTaken: boolean; hasSheet: boolean }>(tx)`
    select c.id::bigint as id, c.name, exists (select from registration_periods p
        where (p.institution_id, p.class_id, p.term_id) = (c.institution_id, c.id, ${termId})) as "isTaken",
      exists (select from mark_sheets s join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
        where (s.institution_id, s.term_id, b.class_id) = (c.institution_id, ${termId}, c.id)) as "hasSheet"
    from classes c where c.institution_id = ${institutionId} and c.id = any (${sql.param(classIds)}::bigint[])
    order by c.id for share`;
  if (classes.length < new Set(classIds).size) throw new NotFound('class');
  const taken = classes.find(({ isTaken }) => isTaken);
  if (taken)
    throw new ValidationError('classIds', `${taken.name} has registration for this term already. Edit it instead.`);
  const marked = classes.find(({ hasSheet }) => hasSheet);
  if (marked)
    throw new ValidationError(
      'classIds',
      `Marks of ${marked.name} are open for this term already, without registration.`,
    );
  const { minimumUnits, maximumUnits, opensOn, closesOn, lateUntil, lateFee, lateCategoryId, allowsOverride } = input;
  await tx.execute(sql`
    insert into registration_periods (institution_id, class_id, term_id, minimum_units, maximum_units, opens_on, closes_on,
      late_until, late_fee, late_category_id, allows_override)
    select ${institutionId}, u.id, ${termId}, ${minimumUnits}, ${maximumUnits}, ${opensOn}::date, ${closesOn}::date,
      ${lateUntil}::date, ${lateFee}::bigint, ${lateCategoryId}::bigint, ${allowsOverride}
    from unnest(${sql.param(classes.map((one) => one.id))}::bigint[]) u (id)`);
  await recordMany(
    tx,
    actor,
    'registration.open',
    classes.map((one) => ({
      institutionId,
      summary: `set up course registration of ${one.name} for ${name}`,
      subject: { type: 'class', id: one.id },
      details: { ...input },
    })),
  );
  return classes.length;
}
