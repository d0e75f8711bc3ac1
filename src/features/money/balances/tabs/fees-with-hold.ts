import { eq, and } from 'drizzle-orm';
import { can, type Actor, membershipIn } from '#kernel/actor.ts';
import { cachedStatement, recordId } from '#kernel/database/cached-query.ts';
import { query, type Db } from '#kernel/database.ts';
import type { WithJson } from '#kernel/database/json.ts';
import { forFamily, type FamilyHold } from '#features/money/holds/held/family-holds.ts';
import { holdsQuery, type Hold } from '#features/money/holds/held/held-students.ts';
import { students } from '#features/people/students/students.schema.ts';
import { feesVisibleTo } from '../fees-visible.ts';
import { today } from '#kernel/dates.ts';
import { openDues, daysOverdue } from '#features/money/invoices/dues/allocate.ts';
import type { OpenInvoice } from '#features/money/invoices/open-invoices.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import { accountOf, openInvoicesOf, statementLines, type StatementRow } from '../statement/printed-statement.ts';

export interface FeesWithHold extends StudentFees {
  /** For the bursary; a family sees less of it. */
  hold: Hold | null;
  familyHold: FamilyHold | null;
  mayLift: boolean;
}

// Built once a person, like the statement.
const holdFor = cachedStatement((actor) => holdsQuery(and(feesVisibleTo(actor), eq(students.id, recordId))!));

/** The tab "Fees" of a student's record, with what is withheld from the student. */
export async function feesWithHold(
  db: Db,
  actor: Actor,
  studentId: number,
): Promise<WithJson<FeesWithHold> | { hidden: true }> {
  const [fees, [hold]] = await Promise.all([
    studentFees(db, actor, studentId),
    query<Hold>(db, holdFor(actor, { id: studentId })),
  ]);
  if ('hidden' in fees) return fees;
  if (!hold) return { ...fees, hold: null, familyHold: null, mayLift: false };
  const isStaff = can(actor, 'fees.view', hold.institutionId);
  return {
    ...fees,
    hold: isStaff ? hold : null,
    familyHold: isStaff ? null : forFamily(hold),
    mayLift: can(actor, 'fees.holds', hold.institutionId),
  };
}

export interface OpenInvoiceRow {
  id: number;
  number: string;
  title: string;
  total: number;
  open: number;
  /** When the next part of it is due. */
  dueOn: string;
  /** Of that part; zero or less while it is not late. */
  daysLate: number;
}

export interface StudentFees {
  studentId: number;
  currency: string;
  owed: number;
  credit: number;
  overdue: number;
  next: { dueOn: string; amount: number } | null;
  invoices: OpenInvoiceRow[];
  lines: StatementRow[];
  /** Older lines are only on the printed statement. */
  isMore: boolean;
  can: { takePayment: boolean; payOnline: boolean; chooseItems: boolean };
}

/** The tab "Fees" of a student's record; empty for people who may see the record but not its fees. */
async function studentFees(db: Db, actor: Actor, studentId: number): Promise<WithJson<StudentFees> | { hidden: true }> {
  const [account, invoices, { rows: lines, isMore }] = await Promise.all([
    accountOf(db, actor, studentId),
    openInvoicesOf(db, actor, studentId),
    statementLines(db, actor, studentId),
  ]);
  if (!account) return { hidden: true };
  const { institutionId, currency, owed, credit } = account;
  const day = today(membershipIn(actor, institutionId)!.timeZone);
  const dues = invoices.flatMap((invoice) => openDues(invoice)).filter(({ open }) => open > 0);
  const sumOf = (some: typeof dues) => some.reduce((sum, { open }) => sum + open, 0);
  const coming = dues.filter(({ dueOn }) => dueOn >= day).toSorted((one, other) => (one.dueOn < other.dueOn ? -1 : 1));
  return {
    studentId,
    currency,
    owed,
    credit,
    lines,
    isMore,
    overdue: sumOf(dues.filter(({ dueOn }) => dueOn < day)),
    next: coming[0]
      ? { dueOn: coming[0].dueOn, amount: sumOf(coming.filter(({ dueOn }) => dueOn === coming[0]!.dueOn)) }
      : null,
    invoices: invoices.map((invoice) => rowOf(invoice, day)),
    can: {
      takePayment: can(actor, 'payments.take', institutionId),
      chooseItems: can(actor, 'fees.bill', institutionId),
      payOnline: can(actor, 'fees.viewSelf', institutionId),
    },
  };
}

function rowOf(invoice: OpenInvoice, day: string): OpenInvoiceRow {
  const { id, number, title, total, open } = invoice;
  const { dueOn } = openDues(invoice).find((due) => due.open > 0)!;
  return { id, number: invoiceNumber(number), title, total, open, dueOn, daysLate: daysOverdue(dueOn, day) };
}
