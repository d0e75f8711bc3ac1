import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor, can, institutionsWhere, allow, institutionInView } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { render, type Tx, type Db, query } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import type { Files } from '#kernel/files.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { countOf, dateTimeText, money } from '#ui/format.ts';
import type { ClearanceFile, ClearanceRow } from '../print/clearance-list.pdf.ts';
import { conditionText } from '../rules/rule-text.ts';
import { ruleColumns, type HoldRule } from '../rules/create-rule.ts';
import { withheld, type WithheldItem } from '../holds.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { choice, id, list, optionalLine } from '#kernel/schemas.ts';
import { maySeeClearance } from '../holds.policy.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { holdOf, liftOf, debtOf, stillWithheld } from '../held/held-students.ts';

/** The most students in one file. */
const mostStudents = 3000;

/** The clearance lists to print, as they are at this moment. The print is recorded. */
export async function printClearance(
  tx: Tx,
  actor: Actor,
  files: Files,
  asked: z.infer<typeof ClearancePrint>,
): Promise<ClearanceFile> {
  const { institutionId, seesAmounts } = clearanceInstitution(actor, asked.institution_id);
  if (asked.for === 'bursary' && !seesAmounts) throw new NotAllowed();
  const { currency, timeZone } = membershipIn(actor, institutionId)!;
  if (asked.batch.length === 0) throw new ValidationError('batch', 'Choose the lists to print.');
  const batches = await clearanceOf(tx, actor, institutionId, { batchIds: asked.batch, what: asked.what });
  if (batches.length < asked.batch.length) throw new NotFound('batch');
  const count = batches.reduce((sum, { students }) => sum + students.length, 0);
  if (count > mostStudents)
    throw new ValidationError(
      'batch',
      `These are ${countOf(count, 'student')}. Print up to ${mostStudents} at a time.`,
    );
  await record(tx, actor, 'fees.printClearance', {
    institutionId,
    summary: `printed the clearance list of ${batches.map(({ name }) => name).join(', ')}`,
    details: { batches: asked.batch, what: asked.what, for: asked.for },
  });
  return {
    letterhead: await letterheadOf(tx, files, institutionId),
    title: asked.title ?? (asked.what === 'exam' ? null : withheld[asked.what]),
    rule: asked.for === 'hall' ? null : await rulesInWords(tx, institutionId, asked.what, currency),
    lists: batches.map(({ name, students }) => ({
      batch: name,
      rows: students.map((student) => rowOf(student, asked.for, currency)),
    })),
    asOf: dateTimeText(new Date(), timeZone),
  };
}

function rowOf(student: ClearanceStudent, reader: ClearanceReader, currency: string): ClearanceRow {
  const { name, admissionNumber, isCleared, liftedUntil, debt } = student;
  const lifted = liftedUntil && `until ${formatDay(liftedUntil)}`;
  const reason = isCleared ? lifted : reader === 'hall' || !debt ? 'see the bursary' : debtInWords(debt, currency);
  return { name, admissionNumber, isCleared, reason };
}

function debtInWords({ owed, daysOverdue, toPay }: NonNullable<ClearanceStudent['debt']>, currency: string): string {
  const late = daysOverdue ? `, ${countOf(daysOverdue, 'day')} overdue` : '';
  return `owes ${money(owed, currency)}${late}; to pay ${money(toPay, currency)}`;
}

async function rulesInWords(tx: Tx, institutionId: number, what: WithheldItem, currency: string) {
  const rows = await query<HoldRule>(tx, render)`select ${ruleColumns} from hold_rules r
    where r.institution_id = ${institutionId} and r.is_on and ${what} = any (r.withholds) order by r.id`;
  return rows.map((rule) => `${rule.name}: ${conditionText(rule, currency)}.`).join(' ') || null;
}

/** The most batches in one file. */
const mostBatches = 60;

const batchIds = list(id)
  .refine((ids) => ids.length <= mostBatches, `Choose up to ${mostBatches} at a time.`)
  .transform((ids) => [...new Set(ids)]);

export const ClearanceView = z.object({
  ...viewFields,
  what: choice(withheld).default('exam'),
  batch: batchIds,
});

/** The hall learns nothing of what anybody owes. */
const clearanceReaders = { hall: 'For the exam hall', bursary: 'For the bursary, with amounts' } as const;
type ClearanceReader = keyof typeof clearanceReaders;

export const ClearancePrint = ClearanceView.extend({
  for: choice(clearanceReaders).default('hall'),
  title: optionalLine(100, 'The title'),
});

/** The institution in the address, else the first whose clearance lists the actor sees. */
export function clearanceInstitution(actor: Actor, wanted: number | undefined) {
  const institutionId = institutionInView(actor, wanted, ...maySeeClearance);
  const institutions = institutionsWhere(actor, ...maySeeClearance).map((one) => ({
    id: one,
    name: membershipIn(actor, one)!.name,
  }));
  return { institutionId, institutions, seesAmounts: can(actor, 'fees.view', institutionId) };
}

export interface ClearanceStudent {
  id: number;
  /** Surname, First Middle. */
  name: string;
  admissionNumber: string;
  isCleared: boolean;
  /** The day until which a hold is lifted, which is why the student is cleared. */
  liftedUntil: string | null;
  /** Null without the permission to view fees. */
  debt: { owed: number; daysOverdue: number | null; toPay: number } | null;
}

export interface ClearanceBatch {
  id: number;
  name: string;
  students: ClearanceStudent[];
}

interface Row {
  batchId: number;
  batch: string;
  students: ClearanceStudent[];
}

/** Everybody in the batches, cleared or held, by batch and name. */
export async function clearanceOf(
  db: Db,
  actor: Actor,
  institutionId: number,
  { batchIds, what }: { batchIds: number[]; what: WithheldItem },
): Promise<ClearanceBatch[]> {
  const seesAmounts = can(actor, 'fees.view', institutionId);
  if (!seesAmounts) allow(actor, 'fees.viewClearance', institutionId);
  const isHeld = sql`coalesce(${what} = any (${stillWithheld}), false)`;
  const rows = await query<Row>(db, render)`
    select c.id as "batchId", c.name as batch, coalesce((
      select jsonb_agg(jsonb_build_object('id', students.id,
          'name', concat_ws(', ', students.surname, concat_ws(' ', students.first_name, students.middle_name)),
          'admissionNumber', students.admission_number, 'isCleared', not ${isHeld},
          'liftedUntil', case when ${what} = any (h.withheld) and ${what} = any (l.lifts) then l.until end,
          'debt', case when ${seesAmounts} then jsonb_build_object('owed', coalesce(d.owed, 0), 'daysOverdue', d.late,
            'toPay', coalesce(h.to_pay, 0)) end) order by students.sort_name, students.id)
      from students left join ${debtOf} on true left join ${holdOf} on true left join ${liftOf} on true
      where students.institution_id = c.institution_id and students.batch_id = c.id
        and students.status in ('active', 'suspended') and ${visibleTo(actor, students)}), '[]') as students
    from batches c join classes k on (k.institution_id, k.id) = (c.institution_id, c.class_id)
    where c.institution_id = ${institutionId} and c.id = any (${sql.param(batchIds)}::bigint[])
    order by k.program_id, k.position, c.name, c.id`;
  return rows.map(({ batchId, batch, students: of }) => ({ id: batchId, name: batch, students: of }));
}

export interface BatchChoice {
  id: number;
  name: string;
  classId: number;
  className: string;
  students: number;
}

/** The batches of the current session with students whom the actor can see, in the order of the classes. */
export async function clearanceBatches(db: Db, actor: Actor, institutionId: number): Promise<BatchChoice[]> {
  const rows = await query<BatchChoice>(db, render)`
    select c.id, c.name, k.id as "classId", k.name as "className",
      (select count(*)::int from students where students.institution_id = c.institution_id and students.batch_id = c.id
        and students.status in ('active', 'suspended') and ${visibleTo(actor, students)}) as students
    from batches c join classes k on (k.institution_id, k.id) = (c.institution_id, c.class_id)
    join academic_sessions a on (a.institution_id, a.id) = (c.institution_id, c.session_id)
    where c.institution_id = ${institutionId} and a.is_current and c.closed_at is null
    order by k.program_id, k.position, c.name, c.id`;
  return can(actor, 'students.view', institutionId) ? rows : rows.filter((batch) => batch.students > 0);
}

/** Without a rule that is on, everybody is cleared. */
export async function hasRuleFor(db: Db, institutionId: number, what: WithheldItem): Promise<boolean> {
  const rows = await query<{ isOn: boolean }>(db, render)`select exists (
    select from hold_rules r where r.institution_id = ${institutionId} and r.is_on and ${what} = any (r.withholds)) as "isOn"`;
  return rows[0]!.isOn;
}
