import { largestAmount, parseSided } from '#kernel/money.ts';
import { exampleAmount, type Notation } from '#kernel/notation.ts';
import { mayGiveAlone } from '#features/money/invoices/may-give-alone.ts';
import { groupOfField } from '#features/people/students/form/student-fields.ts';
import { studentGroups } from '#features/people/students/students.policy.ts';
import { quote } from '#features/people/imports/engine/clean.ts';
import { createTwinFinder } from '#features/people/imports/engine/duplicates.ts';
import type { Fields, Reading, Roster } from '#features/people/imports/engine/field.ts';
import { dayField } from '#features/people/imports/engine/person-fields.ts';
import { date, type Read } from '#features/people/imports/engine/read-value.ts';
import { compareOpenings } from './compare-openings.ts';
import type { Kind } from '#features/people/imports/kinds/kind.ts';
import { owedByUndo, planOpeningsUndo, runOpeningsUndo } from './undo-openings.ts';

/** Minor units of '12,500.00', '(500)', '500 CR': brackets, a minus and CR are credit. */
export function readBalance(value: string, notation?: Notation): Read<number> {
  const minor = parseSided(value, 'CR', notation);
  return minor === null
    ? {
        problem: `${quote(value)} is not an amount. Use the form ${exampleAmount(notation)}, with at most two decimals.`,
      }
    : { ok: minor };
}

const readSigned = (value: string, { notation }: Reading) => readBalance(value, notation);

const noMinus = (value: string, { notation }: Reading): Read<number> => {
  const read = readBalance(value, notation);
  return 'ok' in read && read.ok < 0
    ? { problem: `${quote(value)} is below zero. Use the other column for it.` }
    : read;
};

/** The heading is enough: a value that is wrong is a problem, and must not be left out without a word. */
const isMeant = () => true;

const fields: Fields = {
  admissionNumber: {
    label: 'Admission number',
    max: 40,
    isRequired: true,
    synonyms: [
      'admissionnumber',
      'admissionno',
      'admno',
      'matricnumber',
      'matricno',
      'regnumber',
      'regno',
      'studentid',
      'number',
      'no',
      'id',
    ],
  },
  name: {
    label: 'Name (compared)',
    max: 300,
    synonyms: ['name', 'fullname', 'studentname', 'nameofstudent', 'surname'],
    note: 'Not imported. A row whose name is not that of the student with the admission number is reported.',
  },
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
    note: 'The day in the books; today if there is none.',
  }),
  dueOn: dayField('Due on', 'a due date', ['dueon', 'duedate', 'payby'], {
    note: 'For what is owed; the day of the balance if there is none.',
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
