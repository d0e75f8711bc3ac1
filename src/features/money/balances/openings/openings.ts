import { largestAmount, parseSided } from '#kernel/money.ts';
import { exampleAmount, type Notation } from '#kernel/notation.ts';
import { mayGiveAlone } from '#features/money/invoices/may-give-alone.ts';
import { groupOfField } from '#features/people/students/form/create-student.ts';
import { studentGroups } from '#features/people/students/students.policy.ts';
import { quote } from '#features/people/imports/engine/headers.ts';
import { type Fields, type Reading, type Roster, createTwinFinder } from '#features/people/imports/engine/field.ts';
import { dayField } from '#features/people/imports/engine/home-fields.ts';
import { isMeant, ownerFields } from '#features/people/imports/engine/owner-fields.ts';
import { date, type CellResult } from '#features/people/imports/engine/read-value.ts';
import { compareOpenings } from './opening-balances.ts';
import type { Kind, ImportJob, UndoResult } from '#features/people/imports/kinds/kind.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { today } from '#kernel/dates.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { openingsToUndo, undoOpenings } from './take-back-openings.ts';

/** What an undo would take back: what nobody has paid, corrected or moved. */
async function planOpeningsUndo(tx: Tx, job: ImportJob): Promise<UndoResult> {
  await lockStudents(tx, job);
  return resultOf(await openingsToUndo(tx, job));
}

/** The debts that it would take back. */
async function owedByUndo(tx: Tx, job: ImportJob): Promise<number> {
  await lockStudents(tx, job);
  return sumOfDebts(await openingsToUndo(tx, job));
}

const sumOfDebts = (openings: { amount: number; reason: string | null }[]) =>
  openings.reduce((sum, { amount, reason }) => sum + (reason === null ? Math.max(0, amount) : 0), 0);

/** Takes opening balances back by reversing entries, dated today. */
async function runOpeningsUndo(tx: Tx, actor: Actor, job: ImportJob, agreedBy: number | null): Promise<UndoResult> {
  const { institutionId, importId } = job;
  await lockStudents(tx, job);
  // Others may have been queued beside it.
  const owed = sumOfDebts(await openingsToUndo(tx, job));
  if (agreedBy === null && !(await mayGiveAlone(tx, actor, institutionId, owed)))
    throw new ValidationError(
      'form',
      'This is above the limit for one person. Undo it again to request a second person’s approval.',
    );
  const rows = await query<{ zone: string }>(tx, render)`
    select time_zone as zone from institutions where id = ${institutionId}`;
  const found = await undoOpenings(tx, actor, job, today(rows[0]!.zone), agreedBy);
  await recordMany(
    tx,
    actor,
    'openings.edit',
    found
      .filter(({ reason }) => reason === null)
      .map(({ studentId }) => ({
        institutionId,
        summary: 'reversed an opening balance from a file',
        subject: { type: 'student', id: studentId },
        details: { undoneImport: importId },
      })),
  );
  return resultOf(found);
}

const lockStudents = (tx: Tx, { institutionId, importId }: ImportJob) =>
  tx.execute(sql`select 1 from students where institution_id = ${institutionId} and id in (
    select o.student_id from opening_balances o where o.institution_id = ${institutionId} and o.import_id = ${importId}
      and o.undone_at is null) order by id for no key update`);

function resultOf(found: { reason: string | null }[]): UndoResult {
  const stays: Record<string, number> = {};
  for (const { reason } of found) if (reason) stays[reason] = (stays[reason] ?? 0) + 1;
  return { removed: found.filter(({ reason }) => reason === null).length, stays, restored: 0, kept: 0 };
}

/** Minor units of '12,500.00', '(500)', '500 CR': brackets, a minus and CR are credit. */
export function readBalance(value: string, notation?: Notation): CellResult<number> {
  const minor = parseSided(value, 'CR', notation);
  return minor === null
    ? {
        problem: `${quote(value)} is not an amount. Use the form ${exampleAmount(notation)}, with at most two decimals.`,
      }
    : { ok: minor };
}

const readSigned = (value: string, { notation }: Reading) => readBalance(value, notation);

const noMinus = (value: string, { notation }: Reading): CellResult<number> => {
  const read = readBalance(value, notation);
  return 'ok' in read && read.ok < 0
    ? { problem: `${quote(value)} is below zero. Use the other column for it.` }
    : read;
};

const fields: Fields = {
  ...ownerFields(['number', 'no', 'id']),
  balance: {
    label: 'Balance',
    synonyms: [
      'balance',
      'openingbalance',
      'closingbalance',
      'amount',
      'outstanding',
      'balancebroughtforward',
      'balancebf',
    ],
    isMoney: true,
    read: readSigned,
    fits: isMeant,
    note: 'Above zero the student owes it; with a minus, brackets or CR it is credit.',
  },
  owed: {
    label: 'Owed',
    synonyms: ['owed', 'owes', 'debit', 'dr', 'debt', 'amountowed', 'arrears', 'due'],
    isMoney: true,
    read: noMinus,
    fits: isMeant,
  },
  credit: {
    label: 'Credit',
    synonyms: ['credit', 'cr', 'overpayment', 'paidinadvance', 'advance', 'prepaid'],
    isMoney: true,
    read: noMinus,
    fits: isMeant,
  },
  asOf: dayField('As of', 'the day of a balance', ['asof', 'asat', 'date', 'balancedate', 'on'], {
    read: (value, { order, today }) => {
      const read = date(value, order, today);
      return 'ok' in read && read.ok > today ? { problem: 'The day of a balance can’t be in the future.' } : read;
    },
    fits: isMeant,
    note: 'The day in the books; today if blank.',
  }),
  dueOn: dayField('Due on', 'a due date', ['dueon', 'duedate', 'payby'], {
    note: 'For the amount owed; the day of the balance if blank.',
  }),
  note: {
    label: 'Note',
    max: 120,
    synonyms: ['note', 'notes', 'remark', 'remarks', 'narration', 'description', 'details'],
  },
};

const roster: Roster = {
  one: 'opening balance',
  many: 'opening balances',
  fields,
  prefix: /^(?:the)?(?:student|pupil|learner|child)s?/,
  doubts: { own: /^(balance|owed|credit|amount|outstanding|arrears|opening)/, others: [] },
  computed: {},
  understand(texts, { today }, record, add) {
    const { balance, owed, credit, asOf, dueOn } = record as Record<string, number | string | null>;
    if (!texts['admissionNumber']) add('admissionNumber', 'The admission number is missing.');
    const given = ['balance', 'owed', 'credit'].filter((key) => texts[key]);
    if (given.length === 0) add('balance', 'The amount is missing. Enter 0 if nothing is owed.');
    if (given.length > 1 && texts['balance'])
      add('balance', 'Use either the balance, or what is owed and the credit, not both.');
    const amount = Number(balance ?? 0) + Number(owed ?? 0) - Number(credit ?? 0);
    if (Math.abs(amount) > largestAmount) add('balance', 'The amount is too large. Check it.');
    const day = (asOf as string | null) ?? today;
    if (typeof dueOn === 'string' && dueOn < day) add('dueOn', 'The due date is before the day of the balance.');
    return { amount, day, dueOn: dueOn ?? day };
  },
};

/** What students owe, or have paid in advance, when a school begins to keep its books here. */
export const openings: Kind & { key: 'openings' } = {
  ...roster,
  key: 'openings',
  entity: 'student',
  permission: 'openings.import',
  groups: studentGroups,
  groupOf: groupOfField,
  keyField: 'admissionNumber',
  hasCustomFields: false,
  examples: {
    admissionNumber: ['2026/0001', 'Required.'],
    balance: ['12,500.00'],
    asOf: ['01/09/2026'],
    note: ['Third term 2025/2026'],
  },
  twins: () => createTwinFinder({ field: 'admissionNumber', words: 'admission number' }, false),
  compare: compareOpenings,
  undo: {
    plan: planOpeningsUndo,
    debts: { taken: owedByUndo, mayTakeAlone: mayGiveAlone },
    run: runOpeningsUndo,
  },
};
