import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import { type Day, formatDay } from '#kernel/dates.ts';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';
import { applyCredit } from '#features/money/payments/settling/apply-credit.ts';
import { openingBalances } from './openings.schema.ts';
import { issueInvoices } from '#features/money/invoices/issue-invoices.ts';
import { receiveUnnumbered } from '#features/money/payments/receive-payment.ts';
import { decimal } from '#kernel/money.ts';
import { searchable } from '#kernel/searchable.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import { ownFamily } from '#kernel/own-family/own-family.ts';
import { students } from '#features/people/students/students.schema.ts';
import { quote, Unreadable } from '#features/people/imports/engine/headers.ts';
import type { PersonRecord } from '#features/people/imports/engine/field.ts';
import { erased, findByNumber, type KnownByNumber } from '#features/people/imports/kinds/known-people.ts';
import type { Change, Comparison, Piece, Refusal, RecordChange } from '#features/people/imports/kinds/kind.ts';

interface Opening {
  studentId: number;
  /** Owed above zero, credit below; not zero. */
  amount: number;
  /** The day that it is of, and when what is owed is due. */
  day: Day;
  dueOn: Day;
  note: string | null;
}

/**
 * Brings what students owe or have in credit into the books, against the opening balances. Each student has one at most:
 * the caller has locked the students and left out those with `openingsOf`. Credit pays what is open today.
 */
async function openBalances(
  tx: Tx,
  actor: Actor,
  { institutionId, importId }: { institutionId: number; importId: number },
  openings: Opening[],
  today: Day,
): Promise<void> {
  if (openings.length === 0) return;
  const rows = await query<{ id: number }>(tx, render)`
    select id from ledger_accounts where institution_id = ${institutionId} and role = 'opening'`;
  const ledgerAccountId = Number(rows[0]!.id);
  const ids = openings.map(({ studentId }) => studentId);
  await tx.execute(sql`update opening_balances o set undone_at = now() where o.institution_id = ${institutionId}
    and o.student_id = any (${sql.param(ids)}::bigint[]) and o.undone_at is null and not (${isInForce})`);
  const owed = openings.filter(({ amount }) => amount > 0);
  const invoiceIds = await issueInvoices(
    tx,
    actor,
    institutionId,
    owed.map(({ studentId, amount, day, dueOn, note }) => ({
      studentId,
      kind: 'opening',
      title: 'Opening balance',
      issuedOn: day,
      lines: [{ name: ['Opening balance', note].filter(Boolean).join(': ').slice(0, 160), amount, ledgerAccountId }],
      dues: [{ dueOn, amount }],
    })),
    today,
  );
  const credits = openings.filter(({ amount }) => amount < 0);
  const paymentIds = await receiveUnnumbered(
    tx,
    actor,
    institutionId,
    credits.map(({ studentId, amount, day, note }) => ({
      channel: 'opening',
      amount: -amount,
      day,
      note,
      shares: [{ studentId, amount: -amount, allocations: [] }],
    })),
  );
  await applyCredit(
    tx,
    actor,
    institutionId,
    credits.map(({ studentId }) => studentId),
    today,
  );
  const base = { institutionId, importId };
  await insertMany(tx, openingBalances, [
    ...owed.map(({ studentId, amount }, at) => ({
      ...base,
      studentId,
      amount,
      invoiceId: invoiceIds[at]!,
      paymentId: null,
    })),
    ...credits.map(({ studentId, amount }, at) => ({
      ...base,
      studentId,
      amount,
      invoiceId: null,
      paymentId: paymentIds[at]!,
    })),
  ]);
}

/** Whether opening balance `o` still counts: its invoice is not cancelled, its credit not reversed. */
const isInForce = sql`not exists (select from invoices i where (i.institution_id, i.id) = (o.institution_id, o.invoice_id)
    and i.cancelled_at is not null)
  and not exists (select from payments p where (p.institution_id, p.id) = (o.institution_id, o.payment_id)
    and p.status = 'reversed')`;

/** The opening balances that students have, by student. */
async function openingsOf(
  tx: Tx,
  institutionId: number,
  studentIds: number[],
): Promise<Map<number, { amount: number; day: Day; invoice: number | null }>> {
  if (studentIds.length === 0) return new Map();
  const rows = await query<{ studentId: number; amount: number; day: Day; invoice: number | null }>(tx, render)`
    select o.student_id as "studentId", o.amount, coalesce(i.issued_on, p.day)::text as day, i.number as invoice
    from opening_balances o
    left join invoices i on (i.institution_id, i.id) = (o.institution_id, o.invoice_id)
    left join payments p on (p.institution_id, p.id) = (o.institution_id, o.payment_id)
    where o.institution_id = ${institutionId} and o.student_id = any (${sql.param(studentIds)}::bigint[])
      and o.undone_at is null and ${isInForce}`;
  return new Map(rows.map(({ studentId, ...opening }) => [Number(studentId), opening]));
}

/** The opening balance of a merged record is the kept one's, unless that has its own: a student has one. */
export async function mergeOpenings({ institutionId, keptId, otherId, journal }: RunningMerge): Promise<void> {
  await journal.run(
    'opening_balances',
    sql`update opening_balances o set student_id = ${keptId}
      where o.institution_id = ${institutionId} and o.student_id = ${otherId} and not exists (
        select from opening_balances k where k.institution_id = o.institution_id and k.student_id = ${keptId}
          and k.undone_at is null)`,
  );
}

interface Balance extends PersonRecord {
  admissionNumber: string;
  name: string | null;
  amount: number;
  day: string;
  dueOn: string;
  note: string | null;
}

/** Compares balances with the students and with the opening balances that they have. */
export async function compareOpenings(piece: Piece): Promise<Comparison> {
  const { db, institutionId, isWriting, school } = piece;
  const { by = null, credit: released = 0 } = piece.released ?? {};
  const records = piece.records as Balance[];
  const known = await findByNumber(
    { db, institutionId, table: students },
    records.map(({ admissionNumber }) => admissionNumber),
  );
  const ids = [...new Set([...known.values()].map(({ id }) => Number(id)))];
  if (isWriting)
    await db.execute(sql`select 1 from students where institution_id = ${institutionId}
      and id = any (${sql.param(ids)}::bigint[]) order by id for no key update`);
  const had = await openingsOf(db, institutionId, ids);
  const rows = await query<{ through: string | null }>(db, render)`
    select closed_through::text as through from ledger_books where institution_id = ${institutionId}`;
  const closed = rows[0]?.through ?? null;
  const { students: own } = await ownFamily(db, piece.actor.accountId, institutionId);
  const approvers = by === null ? own : (await ownFamily(db, by, institutionId)).students;
  const studentOf = (record: PersonRecord) => known.get((record as Balance).admissionNumber);
  return {
    same: () => undefined,
    skips: ({ amount }) => amount === 0,
    refuse(record) {
      const student = studentOf(record);
      const wrong = (field: string, message: string): Refusal => {
        const value = record[field];
        return { field, value: typeof value === 'string' ? value : null, message };
      };
      if (!student)
        return wrong('admissionNumber', 'No student has this admission number. Add the student first, or correct it.');
      if (student.isErased) return erased('admissionNumber', record);
      const { name, day } = record as Balance;
      if (name && !isNamed(student, name))
        return wrong(
          'name',
          `${student.number} is ${called(student)}, not ${quote(name)}. Check the admission number.`,
        );
      if (own.has(Number(student.id)))
        return wrong(
          'admissionNumber',
          `${called(student)} is a member of your own family. Ask a colleague to import this balance.`,
        );
      if (approvers.has(Number(student.id)))
        return wrong(
          'admissionNumber',
          `${called(student)} is related to the person who approved it. Ask someone else to approve this balance.`,
        );
      const opening = had.get(Number(student.id));
      if (opening)
        return wrong(
          'admissionNumber',
          `${called(student)} already has an opening balance: ${inWords(opening)}. Cancel it first if it is wrong.`,
        );
      return closed && day <= closed
        ? wrong('asOf', `The books are closed up to ${formatDay(closed)}. Use a later day.`)
        : null;
    },
    async write(tx, changes) {
      const openings = changes.map(({ record }) => {
        const { amount, day, dueOn, note } = record as Balance;
        return { studentId: Number(studentOf(record)!.id), amount, day, dueOn, note };
      });
      await refuseMore(tx as Tx, piece, openings, released);
      await openBalances(tx as Tx, piece.actor, piece, openings, school.surroundings.today);
      return changes.map((change) => writtenOf(change, studentOf(change.record)!));
    },
  };
}

/** Rows that were wrong when the second person agreed may be right by now: they bring no more credit than was agreed on. */
async function refuseMore(
  tx: Tx,
  { institutionId, importId }: Piece,
  openings: { amount: number }[],
  released: number,
) {
  const credit = openings.reduce((sum, { amount }) => sum - Math.min(0, amount), 0);
  if (credit === 0) return;
  const [{ before }] = (await query<{ before: number }>(tx)`
    select coalesce(-sum(amount), 0)::bigint as before from opening_balances
    where institution_id = ${institutionId} and import_id = ${importId} and amount < 0`) as [{ before: number }];
  if (Number(before) + credit > released)
    throw new Unreadable('The file contains more credit than was approved. Upload it again and request approval.');
}

const called = ({ firstName, surname }: KnownByNumber) => `${firstName} ${surname}`;

const inWords = ({ amount, day, invoice }: { amount: number; day: string; invoice: number | null }) =>
  `${decimal(Math.abs(amount))} ${invoice === null ? 'of credit' : `owed (${invoiceNumber(invoice)})`} as of ${formatDay(day)}`;

/** One word of the name is enough: files spell names in many ways. */
const isNamed = ({ firstName, surname }: KnownByNumber, name: string): boolean => {
  const words = new Set(searchable(name).split(/[^\p{L}\p{N}]+/u));
  return searchable(`${firstName} ${surname}`)
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => words.has(word));
};

function writtenOf({ record }: Change, student: KnownByNumber): RecordChange {
  const { amount } = record as Balance;
  return {
    personId: Number(student.id),
    called: called(student),
    isNew: false,
    own: new Map(),
    links: [],
    fields: { openingBalance: { from: null, to: decimal(amount) } },
    summary: `added an opening balance of ${called(student)} from a file`,
  };
}
