import { type Db, render, query } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { splitInstalments, type InstalmentRule } from '#features/money/fees/amounts/instalments.ts';
import type { InvoiceDraft } from '#features/money/invoices/issue-invoices.ts';
import { discountsOf, type StudentDiscount } from '#features/money/fees/audience/discounts-of.ts';
import { percentOf, wholeNumber } from '#features/money/fees/amounts/percent.ts';
import { spread } from '#features/money/fees/amounts/spread.ts';
import { sql } from 'drizzle-orm';
import { NotFound } from '#kernel/errors.ts';
import type { FineRule } from '#features/money/fees/fees.ts';
import { batchInSession } from '#features/money/fees/audience/audience.ts';

/**
 * The invoices of a fee for students on a day; `issueInvoices` issues them. Whom the fee is for and who was billed
 * before is the caller's concern; students without any charge get none. The queries are issued at once, so that it can
 * also run in a read.
 */
export async function draftBills(
  db: Db,
  institutionId: number,
  feeId: number,
  studentIds: number[],
  day: Day,
): Promise<InvoiceDraft[]> {
  const [fee, discounts, choices, batches] = await Promise.all([
    billedFee(db, institutionId, feeId),
    discountsOf(db, institutionId, feeId, studentIds, day),
    choicesOf(db, institutionId, feeId, studentIds),
    batchesOf(db, institutionId, feeId, studentIds),
  ]);
  const partsOf = cachedParts(fee, day);
  return studentIds.flatMap((studentId) => {
    const { lines, dues } = partsOf(choices.get(studentId) ?? [], discounts.get(studentId) ?? []);
    if (lines.length === 0) return [];
    return {
      studentId,
      kind: 'fee' as const,
      title: fee.title,
      issuedOn: day,
      sessionId: fee.sessionId,
      termId: fee.termId,
      batchId: batches.get(studentId) ?? null,
      feeId,
      fineRule: fee.fineRule,
      lines,
      dues,
    };
  });
}

type Parts = Pick<InvoiceDraft, 'lines' | 'dues'>;

/** Most students of a class have the same bill: it is worked out once for each combination. */
function cachedParts(fee: BilledFee, day: Day) {
  const made = new Map<string, Parts>();
  return (chosen: number[], discounts: StudentDiscount[]): Parts => {
    const key = `${chosen.join()}|${discounts.map(({ schemeId }) => schemeId).join()}`;
    const known = made.get(key) ?? partsOfBill(fee, chosen, discounts, day);
    made.set(key, known);
    return known;
  };
}

/** The lines and dues of one bill. */
export function partsOfBill(
  fee: Pick<BilledFee, 'particulars' | 'instalments' | 'accounts'>,
  chosen: readonly number[],
  discounts: readonly StudentDiscount[],
  day: Day,
): Parts {
  const charges = fee.particulars.filter(({ id, isOptional }) => !isOptional || chosen.includes(id));
  const taken = takenOff(charges, discounts);
  const lines = [
    ...charges.map(({ id, isOptional: _, ...line }) => ({ ...line, particularId: id })),
    ...discounts.flatMap(({ schemeId, name, isScholarship }) => {
      const ledgerAccountId = isScholarship ? fee.accounts.scholarship : fee.accounts.discount;
      const amount = taken.get(schemeId) ?? 0;
      return amount > 0 ? { name, amount: -amount, ledgerAccountId, schemeId } : [];
    }),
  ];
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return { lines, dues: splitInstalments(total, notBefore(fee.instalments, day)) };
}

/** What each scheme takes off, by its id. */
function takenOff(charges: Particular[], discounts: readonly StudentDiscount[]): Map<number, number> {
  const taken = new Map<number, number>();
  const lines = applyDiscounts(
    charges.map(({ id, categoryId, amount }) => ({ key: id, categoryId, amount })),
    discounts.map(({ schemeId, feeCategoryId, ...discount }) => ({
      ...discount,
      id: schemeId,
      categoryId: feeCategoryId,
    })),
  );
  for (const { discountId, amount } of lines) taken.set(discountId, (taken.get(discountId) ?? 0) + amount);
  return taken;
}

/** A student who is billed after a due date owes on the day of the bill, not in arrears with a fine. */
const notBefore = (rules: InstalmentRule[], day: Day): InstalmentRule[] =>
  rules.map((rule) => (rule.dueOn < day ? { ...rule, dueOn: day } : rule));

export interface Charge {
  /** Identifies the charge in the result. */
  key: number;
  categoryId: number;
  amount: number;
}

/** A share in basis points of what is left of the charges it covers, or an amount. */
export interface Discount {
  id: number;
  name: string;
  percent?: number | null;
  amount?: number | null;
  /** Covers charges of this category only; all charges without it. */
  categoryId?: number | null;
}

/** What a discount takes off one charge. */
interface DiscountLine {
  discountId: number;
  name: string;
  key: number;
  amount: number;
}

/**
 * Discounts in their stored order, each of what the ones before it have left. They never exceed a charge. One that
 * covers several charges is spread over them exactly, so that the income of each category is known.
 */
export function applyDiscounts(charges: readonly Charge[], discounts: readonly Discount[]): DiscountLine[] {
  const open = charges.map((charge) => ({ ...charge, left: wholeNumber(charge.amount) }));
  return discounts.flatMap((discount) => {
    const covered = open.filter(({ categoryId }) => (discount.categoryId ?? categoryId) === categoryId);
    const left = covered.reduce((sum, charge) => sum + charge.left, 0);
    const wanted = discount.percent == null ? wholeNumber(discount.amount ?? 0) : percentOf(left, discount.percent);
    const shares = spread(
      Math.min(wanted, left),
      covered.map((charge) => charge.left),
    );
    return covered.flatMap((charge, at) => {
      const amount = shares[at]!;
      charge.left -= amount;
      return amount > 0 ? [{ discountId: discount.id, name: discount.name, key: charge.key, amount }] : [];
    });
  });
}

export interface Particular {
  id: number;
  name: string;
  categoryId: number;
  ledgerAccountId: number;
  amount: number;
  isOptional: boolean;
}

export interface BilledFee {
  institutionId: number;
  id: number;
  sessionId: number;
  termId: number | null;
  title: string;
  fineRule: FineRule | null;
  particulars: Particular[];
  instalments: InstalmentRule[];
  /** The accounts that discounts are posted to. */
  accounts: { discount: number; scholarship: number };
}

/** What a fee's bills are made of, in one query. */
export async function billedFee(db: Db, institutionId: number, feeId: number): Promise<BilledFee> {
  const rows = await query<BilledFee>(db, render)`
    select f.institution_id as "institutionId", f.id, f.session_id as "sessionId", f.term_id as "termId", f.title,
      case when f.fine_how is not null then jsonb_strip_nulls(jsonb_build_object(
        'how', f.fine_how, 'amount', f.fine_amount, 'percent', f.fine_percent)) || jsonb_build_object(
        'graceDays', coalesce(f.fine_grace_days, 0), 'cap', f.fine_cap) end as "fineRule",
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'categoryId', p.category_id,
          'ledgerAccountId', c.ledger_account_id, 'amount', p.amount, 'isOptional', p.is_optional)
          order by p.position, p.id), '[]')
        from fee_particulars p join fee_categories c on (c.institution_id, c.id) = (p.institution_id, p.category_id)
        where p.institution_id = f.institution_id and p.fee_id = f.id) as particulars,
      (select coalesce(jsonb_agg(jsonb_build_object('dueOn', i.due_on, 'percent', i.percent, 'amount', i.amount)
          order by i.position), '[]')
        from fee_instalments i where i.institution_id = f.institution_id and i.fee_id = f.id) as instalments,
      (select jsonb_object_agg(a.role, a.id) from ledger_accounts a
        where a.institution_id = f.institution_id and a.role in ('discount', 'scholarship')) as accounts
    from fees f where f.institution_id = ${institutionId} and f.id = ${feeId}`;
  if (!rows[0]) throw new NotFound('fee');
  return rows[0];
}

/** The optional particulars of each student, without those that were billed on their own. */
async function choicesOf(db: Db, institutionId: number, feeId: number, studentIds: number[]) {
  const rows = await query<{ studentId: number; ids: number[] }>(db, render)`
    select c.student_id as "studentId", array_agg(p.id order by p.position, p.id) as ids
    from fee_particulars p
    join fee_choices c on (c.institution_id, c.particular_id) = (p.institution_id, p.id)
    where p.institution_id = ${institutionId} and p.fee_id = ${feeId} and p.is_optional
      and c.student_id = any (${sql.param(studentIds)}::bigint[])
      and not exists (select from invoices i where i.institution_id = ${institutionId} and i.student_id = c.student_id
        and i.fee_id = ${feeId} and i.particular_id = p.id and i.kind = 'item' and i.cancelled_at is null)
    group by c.student_id`;
  return new Map(rows.map(({ studentId, ids }) => [studentId, ids.map(Number)]));
}

/** The batch of each student in the fee's session, for the printed bill. */
export async function batchesOf(db: Db, institutionId: number, feeId: number, studentIds: number[]) {
  const session = sql`(select session_id from fees where institution_id = ${institutionId} and id = ${feeId})`;
  const rows = await query<{ id: number; batchId: number }>(db, render)`
    select s.id, b.id as "batchId" from students s ${batchInSession(institutionId, session)}
    where s.institution_id = ${institutionId} and s.id = any (${sql.param(studentIds)}::bigint[]) and b.id is not null`;
  return new Map(rows.map(({ id, batchId }) => [id, batchId]));
}
