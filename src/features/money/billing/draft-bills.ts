import type { Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { applyDiscounts } from './discounts.ts';
import { splitInstalments, type InstalmentRule } from '#features/money/fees/amounts/instalments.ts';
import type { InvoiceDraft } from '#features/money/invoices/issue-invoices.ts';
import { discountsOf, type StudentDiscount } from '#features/money/fees/audience/discounts-of.ts';
import { batchesOf, billedFee, choicesOf, type BilledFee, type Particular } from './billed-fee.queries.ts';

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
