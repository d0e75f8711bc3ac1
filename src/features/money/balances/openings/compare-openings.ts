import { sql } from 'drizzle-orm';
import { formatDay } from '#kernel/dates.ts';
import { decimal } from '#kernel/money.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { searchable } from '#kernel/searchable.ts';
import { openBalances, openingsOf } from './opening-balances.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import { ownFamily } from '#kernel/own-family/own-family.ts';
import { students } from '#features/people/students/students.schema.ts';
import { quote } from '#features/people/imports/engine/clean.ts';
import { Unreadable } from '#features/people/imports/engine/unreadable.ts';
import type { PersonRecord } from '#features/people/imports/engine/field.ts';
import { erased } from '#features/people/imports/kinds/refusals.ts';
import type { Change, Comparison, Piece, Refusal, Written } from '#features/people/imports/kinds/kind.ts';
import { findByNumber, type KnownByNumber } from '#features/people/imports/kinds/known.queries.ts';

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
  const rows = await query<{ through: string | null }>(
    db,
    render(sql`select closed_through::text as through from ledger_books where institution_id = ${institutionId}`),
  );
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
          `${called(student)} is of your own family. Ask a colleague to import this balance.`,
        );
      if (approvers.has(Number(student.id)))
        return wrong(
          'admissionNumber',
          `${called(student)} is of the family of the person who approved it. Ask somebody else to approve this balance.`,
        );
      const opening = had.get(Number(student.id));
      if (opening)
        return wrong(
          'admissionNumber',
          `${called(student)} has an opening balance already: ${inWords(opening)}. Cancel it first if it is wrong.`,
        );
      return closed && day <= closed
        ? wrong('asOf', `The books are closed until ${formatDay(closed)}. Use a later day.`)
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
  const [{ before }] = (await query<{ before: number }>(
    tx,
    sql`select coalesce(-sum(amount), 0)::bigint as before from opening_balances
      where institution_id = ${institutionId} and import_id = ${importId} and amount < 0`,
  )) as [{ before: number }];
  if (Number(before) + credit > released)
    throw new Unreadable('The file brings more credit than was approved. Upload it again and have it approved.');
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

function writtenOf({ record }: Change, student: KnownByNumber): Written {
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
