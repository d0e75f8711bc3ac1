import { z } from 'zod';
import { id, list } from '#kernel/schemas.ts';
import { type Cell, billedItems, type BilledItem, unbilledItems } from './billed-items.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { allow, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { NotFound, Conflict, ValidationError } from '#kernel/errors.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { audienceOf } from '#features/money/fees/audience/audience.ts';
import { findFee, audienceWithBills, lockFeeToBill } from '../runs/start-runs.ts';
import { record } from '#kernel/audit.ts';
import { today, type Day } from '#kernel/dates.ts';
import { lockStudents } from '#features/people/students/lock-student.ts';
import { countOf } from '#ui/format.ts';
import { proposalsShown } from '../runs/act-on-proposals.ts';
import { issueInvoices, totalOf, type InvoiceDraft } from '#features/money/invoices/issue-invoices.ts';
import { discountsOf } from '#features/money/fees/audience/discounts-of.ts';
import { partsOfBill, batchesOf, billedFee, type BilledFee } from '../draft-bills.ts';

const Fields = z
  .object({ student_id: id, item_id: id })
  .transform(({ student_id: studentId, item_id: particularId }): Cell => ({ studentId, particularId }));

/** Optional items of students, as a form sends them. */
export const cellsUpTo = (most: number) =>
  list(Fields).refine((cells) => cells.length <= most, `Change up to ${most} items at once.`);

interface StudentFeeItems extends Pick<ItemRow, 'isBilled' | 'chosen' | 'billed'> {
  id: number;
  title: string;
  items: Item[];
}

/** A student that the actor can bill. */
export async function findStudent(tx: Tx, actor: Actor, studentId: number) {
  const [student] = await tx
    .select({
      institutionId: students.institutionId,
      id: students.id,
      surname: students.surname,
      firstName: students.firstName,
      middleName: students.middleName,
    })
    .from(students)
    .where(
      and(
        eq(students.id, studentId),
        visibleTo(actor, students),
        inArray(students.institutionId, institutionsWhere(actor, 'fees.view')),
      ),
    );
  if (!student) throw new NotFound('student');
  allow(actor, 'fees.bill', student.institutionId);
  return student;
}

/** The optional items of every fee that is for a student now, or that the student has chosen some of. */
export async function itemsOfStudent(tx: Tx, actor: Actor, studentId: number) {
  const student = await findStudent(tx, actor, studentId);
  const { institutionId } = student;
  const audience = audienceOf({ institutionId, id: sql`f.id`, sessionId: sql`f.session_id` });
  const fees = await query<StudentFeeItems>(tx, render)`
    with billed as materialized (${billedItems(institutionId, sql`i.student_id = ${studentId}`)})
    select f.id, f.title, p.items,
      exists (select from invoices i where i.institution_id = ${institutionId} and i.student_id = ${studentId}
        and i.fee_id = f.id and i.kind = 'fee' and i.cancelled_at is null) as "isBilled",
      (select coalesce(jsonb_agg(h.particular_id), '[]') from fee_choices h where h.institution_id = ${institutionId}
        and h.student_id = ${studentId} and h.particular_id = any (p.ids)) as chosen,
      (select coalesce(jsonb_agg(jsonb_build_object('particularId', b."particularId", 'invoiceId', b."invoiceId",
        'number', b.number)), '[]') from billed b where b."particularId" = any (p.ids)) as billed
    from fees f
    join academic_sessions a on (a.institution_id, a.id) = (f.institution_id, f.session_id)
    cross join lateral (select array_agg(o.id) as ids, jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name,
        'amount', o.amount) order by o.position, o.id) as items
      from fee_particulars o where o.institution_id = ${institutionId} and o.fee_id = f.id and o.is_optional) p
    where f.institution_id = ${institutionId} and f.ended_at is null and a.closed_at is null and p.ids is not null
      and (exists (select from fee_choices h where h.institution_id = ${institutionId} and h.student_id = ${studentId}
          and h.particular_id = any (p.ids))
        or exists (select from (${audience}) m where m."studentId" = ${studentId}))
    order by f.id desc`;
  return { student, currency: membershipIn(actor, institutionId)!.currency, fees };
}
export type ItemsOfStudent = Awaited<ReturnType<typeof itemsOfStudent>>;

export interface Item {
  id: number;
  name: string;
  amount: number;
}

interface ItemBatch {
  /** 0 for chosen students without a batch. */
  id: number;
  name: string | null;
  students: number;
}

export interface ItemRow {
  id: number;
  surname: string;
  firstName: string;
  middleName: string | null;
  admissionNumber: string;
  /** Whether the student has the fee's invoice. */
  isBilled: boolean;
  chosen: number[];
  billed: Pick<BilledItem, 'particularId' | 'invoiceId' | 'number'>[];
}

/** The tick list of a fee's optional items for one of its batches; the first one unless one is asked for. */
export async function itemsOfBatch(tx: Tx, actor: Actor, feeId: number, wanted: number | undefined) {
  const fee = await findFee(tx, actor, feeId);
  const { institutionId } = fee;
  const items = await query<Item>(tx, render)`
    select p.id, p.name, p.amount from fee_particulars p
    where p.institution_id = ${institutionId} and p.fee_id = ${feeId} and p.is_optional order by p.position, p.id`;
  const ids = sql.param(items.map(({ id }) => id));
  const batches = await query<ItemBatch>(tx, render)`
    select coalesce(b.id, 0)::bigint as id, b.name, count(*)::int as students
    from (${audienceWithBills(fee)}) a
    left join batches b on b.institution_id = ${institutionId} and b.id = a."batchId"
    left join classes c on c.institution_id = b.institution_id and c.id = b.class_id
    group by b.id, b.name, c.program_id, c.position order by c.program_id, c.position, b.name nulls last`;
  const batchId = batches.find(({ id }) => id === wanted)?.id ?? batches[0]?.id ?? 0;
  const rows = await query<ItemRow>(tx, render)`
    with billed as materialized (${billedItems(institutionId, sql`i.fee_id = ${feeId} and l.particular_id = any (${ids}::bigint[])`)})
    select s.id, s.surname, s.first_name as "firstName", s.middle_name as "middleName",
      s.admission_number as "admissionNumber", a."isBilled",
      (select coalesce(jsonb_agg(h.particular_id), '[]') from fee_choices h where h.institution_id = ${institutionId}
        and h.student_id = s.id and h.particular_id = any (${ids}::bigint[])) as chosen,
      (select coalesce(jsonb_agg(jsonb_build_object('particularId', b."particularId", 'invoiceId', b."invoiceId",
        'number', b.number)), '[]') from billed b where b."studentId" = s.id) as billed
    from (${audienceWithBills(fee)}) a
    join students s on s.institution_id = ${institutionId} and s.id = a."studentId"
    where coalesce(a."batchId", 0) = ${batchId} order by s.sort_name, s.id`;
  const { id, title, endedAt } = fee;
  const { currency } = membershipIn(actor, institutionId)!;
  return { fee: { id, institutionId, title, currency, isEnded: endedAt !== null }, items, batches, batchId, rows };
}
export type ItemsOfBatch = Awaited<ReturnType<typeof itemsOfBatch>>;

export const BillTickedItems = z.object({ items: cellsUpTo(proposalsShown) });

/** Bills ticked items that were chosen after the fee was billed. Returns how many were. */
export async function billTickedItems(
  tx: Tx,
  actor: Actor,
  feeId: number,
  { items }: z.output<typeof BillTickedItems>,
): Promise<number> {
  const fee = await lockFeeToBill(tx, actor, feeId);
  const { institutionId, title } = fee;
  if (fee.endedAt) throw new Conflict(`${title} has ended, so it can’t be billed.`);
  if (items.length === 0) throw new ValidationError('form', 'Tick the items to bill.');
  const studentIds = [...new Set(items.map(({ studentId }) => studentId))];
  await lockStudents(tx, actor, studentIds);
  const day = today(membershipIn(actor, institutionId)!.timeZone);
  const { count, total } = await billItems(tx, actor, fee, items, day);
  if (count === 0) throw new ValidationError('form', 'These items have since been billed or removed. Reload the page.');
  await record(tx, actor, 'fees.billItems', {
    institutionId,
    summary: `billed ${countOf(count, 'optional item')} of ${title}`,
    subject: { type: 'fee', id: feeId },
    details: { students: studentIds, total },
  });
  return count;
}

/**
 * Bills chosen items of students who have the fee's invoice already, each with an invoice of its own; what is billed is
 * left out. The fee and the students are locked by the caller, who has checked the permission.
 */
export async function billItems(
  tx: Tx,
  actor: Actor,
  { institutionId, id: feeId }: { institutionId: number; id: number },
  cells: Cell[],
  day: Day,
): Promise<{ count: number; total: number }> {
  const wanted = new Set(cells.map(keyOf));
  const rows = await query<Cell>(tx, render)`
    select u."studentId", u."particularId" from (${unbilledItems(institutionId, feeId)}) u
    where u."studentId" = any (${sql.param(cells.map(({ studentId }) => studentId))}::bigint[])
    order by u."studentId", u."particularId"`;
  const waiting = rows.filter((row) => wanted.has(keyOf(row)));
  if (waiting.length === 0) return { count: 0, total: 0 };
  const studentIds = [...new Set(waiting.map(({ studentId }) => studentId))];
  const fee = await billedFee(tx, institutionId, feeId);
  const discounts = await discountsOf(tx, institutionId, feeId, studentIds, day);
  const batches = await batchesOf(tx, institutionId, feeId, studentIds);
  const drafts = waiting.map(({ studentId, particularId }): InvoiceDraft => {
    const item = fee.particulars.find(({ id }) => id === particularId)!;
    // A fixed amount is taken off the fee's own invoice.
    const shares = (discounts.get(studentId) ?? []).filter(({ percent }) => percent !== null);
    const instalments = [{ dueOn: nextDue(fee, day) }];
    return {
      studentId,
      kind: 'item',
      title: `${item.name}, ${fee.title}`.slice(0, 160),
      issuedOn: day,
      feeId,
      particularId,
      sessionId: fee.sessionId,
      termId: fee.termId,
      batchId: batches.get(studentId) ?? null,
      // The fine of the fee is charged for its own invoice.
      fineRule: null,
      ...partsOfBill({ ...fee, particulars: [item], instalments }, [particularId], shares, day),
    };
  });
  await issueInvoices(tx, actor, institutionId, drafts);
  return { count: drafts.length, total: drafts.reduce((sum, draft) => sum + totalOf(draft), 0) };
}

const keyOf = ({ studentId, particularId }: Cell) => `${studentId} ${particularId}`;

/** With the next instalment, or at once when all are past. */
export const nextDue = ({ instalments }: Pick<BilledFee, 'instalments'>, day: Day): Day =>
  instalments.find(({ dueOn }) => dueOn >= day)?.dueOn ?? day;
