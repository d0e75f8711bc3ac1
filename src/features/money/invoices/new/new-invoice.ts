import { and, eq, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { today } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { largestAmount } from '#kernel/money.ts';
import { inputsOf } from '#kernel/record-fields/derive.ts';
import { pickFields } from '#kernel/record-fields/record-field.ts';
import { amount, day, id, line, recordById } from '#kernel/schemas.ts';
import { invoiceFields } from '../invoices.fields.ts';
import { issueInvoices } from '../issue-invoices.ts';
import { invoiceNumber } from '../invoices.ts';
import { lockStudent } from '#features/people/students/lock-student.ts';
import { DESTROY_FLAG } from '#ui/plain/constants.ts';
import { feeCategories } from '#features/money/fees/fees.schema.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { invoices } from '../invoices.schema.ts';

const maxInvoiceLines = 20;

const LineFields = z.object({ name: line(160, 'The description'), category_id: id, amount: amount() });

/** An invoice for one student, outside any fee. */
export const NewInvoice = z.object({
  student_id: id,
  ...inputsOf(invoiceFields),
  due_on: day,
  lines: recordById(z.unknown()).default({}).transform(readLines),
});

type LineInput = z.infer<typeof LineFields> & { key: string };

function readLines(records: Record<string, unknown>, context: z.RefinementCtx): LineInput[] {
  const kept = Object.entries(records).filter(
    ([, value]) => (value as { _destroy?: unknown } | null)?._destroy !== DESTROY_FLAG,
  );
  if (kept.length > maxInvoiceLines)
    context.addIssue({ code: 'custom', message: `An invoice can have up to ${maxInvoiceLines} lines.` });
  return kept.slice(0, maxInvoiceLines).flatMap(([key, value]) => {
    const { data, error } = LineFields.safeParse(value);
    for (const issue of error?.issues ?? [])
      context.addIssue({ code: 'custom', message: issue.message, path: [key, ...issue.path] });
    return data ? [{ ...data, key }] : [];
  });
}

export async function newInvoice(tx: Tx, actor: Actor, input: z.infer<typeof NewInvoice>) {
  const student = await lockStudent(tx, actor, input.student_id);
  const { institutionId } = student;
  allow(actor, 'fees.bill', institutionId);
  const { timeZone } = membershipIn(actor, institutionId)!;
  const issuedOn = today(timeZone);
  const { lines } = input;
  if (lines.length === 0) throw new ValidationError('form', 'Add at least one line.');
  const total = lines.reduce((sum, { amount: part }) => sum + part, 0);
  if (total > largestAmount) throw new ValidationError('form', 'The total is too large. Check the amounts.');
  if (input.due_on < issuedOn)
    throw new ValidationError('due_on', 'The due date can’t be in the past. Choose today or later.');
  const accounts = await accountsOf(tx, institutionId, lines);
  const [invoiceId] = await issueInvoices(tx, actor, institutionId, [
    {
      ...pickFields(invoiceFields, input),
      studentId: student.id,
      kind: 'single',
      issuedOn,
      batchId: student.batchId,
      lines: lines.map(({ name, amount: part, category_id: categoryId }) => ({
        name,
        amount: part,
        categoryId,
        ledgerAccountId: accounts.get(categoryId)!,
      })),
      dues: [{ dueOn: input.due_on, amount: total }],
    },
  ]);
  const number = invoiceNumber((await invoiceNow(tx, institutionId, invoiceId!)).number);
  await record(tx, actor, 'fees.issueInvoice', {
    institutionId,
    summary: `issued ${number}`,
    subject: { type: 'invoice', id: invoiceId! },
    details: { total },
  });
  return { id: invoiceId!, number };
}

/** The income accounts of the categories, which must be in use at this institution. */
async function accountsOf(tx: Tx, institutionId: number, lines: LineInput[]): Promise<Map<number, number>> {
  const rows = await tx
    .select({ id: feeCategories.id, ledgerAccountId: feeCategories.ledgerAccountId })
    .from(feeCategories)
    .where(
      and(
        eq(feeCategories.institutionId, institutionId),
        isNull(feeCategories.archivedAt),
        inArray(
          feeCategories.id,
          lines.map(({ category_id }) => category_id),
        ),
      ),
    );
  const accounts = new Map(rows.map((row) => [row.id, row.ledgerAccountId]));
  const wrong = lines.find(({ category_id }) => !accounts.has(category_id));
  if (wrong)
    throw new ValidationError(`lines.${wrong.key}.category_id`, 'Choose a category of the student’s institution.');
  return accounts;
}

/** The number and amounts of an invoice in this transaction. */
async function invoiceNow(tx: Tx, institutionId: number, id: number) {
  const [row] = await tx
    .select({
      number: invoices.number,
      total: invoices.total,
      credited: invoices.credited,
      settled: invoices.settled,
    })
    .from(invoices)
    .where(hasKey(invoices, institutionId, id));
  return row!;
}
