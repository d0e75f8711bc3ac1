import type { Day } from '#kernel/dates.ts';
import { decimal, largestAmount, parseSided } from '#kernel/money.ts';
import { exampleAmount, type Notation } from '#kernel/notation.ts';
import { clean, cut, quote } from '#features/people/imports/engine/headers.ts';
import type { DateOrder } from '#features/people/imports/engine/date-order.ts';
import { dateHint, missingDate, readDate } from '#features/people/imports/engine/read-date.ts';

/** How the rows of a statement are read. */
export interface StatementReading {
  mapping: (StatementField | null)[];
  order: DateOrder;
  notation: Notation;
  today: Day;
}

export interface RowLine {
  day: Day;
  amount: number;
  reference: string | null;
  narration: string | null;
  /** With the apostrophe that marks a cell as text. */
  marked: { reference: string | null; narration: string | null };
}

/** A row is a line, no line (without an amount, or a balance), or a problem. Also reads the preview in the browser. */
export type RowRead = { line: RowLine } | { problem: string } | { extra: string } | null;

const earliest = '2000-01-01';

export function readRow(cells: string[], { mapping, order, notation, today }: StatementReading): RowRead {
  const marked = (field: StatementField) => clean(cells[mapping.indexOf(field)] ?? '');
  const cell = (field: StatementField) => withoutTextMark(marked(field));
  const [reference, narration] = [cut(cell('reference'), 100) || null, cut(cell('narration'), 500) || null];
  if (isBalanceRow([narration ?? '', reference ?? ''])) return { extra: narration ?? reference ?? '' };
  try {
    const amount = amountOf(cell, notation);
    // Opening balances and wrapped narrations have no amount.
    if (amount === null) return null;
    const raw = { reference: cut(marked('reference'), 100) || null, narration: cut(marked('narration'), 500) || null };
    return { line: { day: dayOf(cell('date'), order, today), amount, reference, narration, marked: raw } };
  } catch (error) {
    if (!(error instanceof BadRow)) throw error;
    return { problem: error.message };
  }
}

/** Spreadsheets mark a cell as text with an apostrophe, which some banks export. */
const withoutTextMark = (cell: string) => cell.replace(/^['‘’]\s*(?=[\p{L}\p{N}])/u, '');

class BadRow extends Error {}

function amountOf(cell: (field: StatementField) => string, notation: Notation): number | null {
  const read = (field: AmountField) => parsed(cell(field), field, notation);
  const [one, credit, debit] = [read('amount'), read('credit'), read('debit')];
  if (credit && debit) throw new BadRow('It has money in and money out. A row can have only one of them.');
  const amount = one ? signed(one, cell('direction')) : credit || -Math.abs(debit);
  if (Math.abs(amount) > largestAmount) throw new BadRow(`The amount is above ${decimal(largestAmount)}.`);
  return amount === 0 ? null : amount;
}

function signed(amount: number, word: string): number {
  if (!word) return amount;
  const direction = directionOf(word);
  if (!direction) throw new BadRow(`${quote(word)} is neither money in nor money out. Use CR or DR.`);
  return direction === 'out' ? -Math.abs(amount) : amount;
}

type AmountField = 'amount' | 'credit' | 'debit';

function parsed(text: string, field: AmountField, notation: Notation): number {
  if (!text || /^[-–—]+$/.test(text)) return 0;
  const minor = parseSided(text, 'DR', notation);
  if (minor === null)
    throw new BadRow(`${quote(text)} is not an amount. Use digits, such as ${exampleAmount(notation)}.`);
  return field === 'credit' && /dr\.?$/i.test(text) ? -Math.abs(minor) : minor;
}

function dayOf(text: string, order: DateOrder, today: Day): Day {
  if (!text) throw new BadRow('It has an amount but no date.');
  const day = readDate(text, order, today);
  if (!day) throw new BadRow(missingDate(text, order, today) ?? `${quote(text)} is not a date. ${dateHint(order)}`);
  if (day > today) throw new BadRow(`${quote(text)} is in the future. Check the date format.`);
  if (day < earliest) throw new BadRow(`${quote(text)} is before the year 2000. Check the date format.`);
  return day;
}

const out = /^(?:d|dr|db|debit|debits|-|−|–|s|soll|out|money out|withdrawal|wd)\.?$/i;
const into = /^(?:c|cr|k|kr|credit|credits|kredit|\+|h|haben|in|money in|deposit)\.?$/i;

/** Whether the word beside an unsigned amount says money out (D, DR, −) or in (K, CR, +); null for any other word. */
export const directionOf = (word: string): 'out' | 'in' | null => {
  const meant = word.trim();
  return out.test(meant) ? 'out' : into.test(meant) ? 'in' : null;
};

const balance =
  /^(?:(?:opening|closing|available|ledger|book|current|cleared|starting|ending)(?: (?:book|ledger|available))? balances?\b|balances? (?:b\/?f|c\/?f|brought|carried|forward|as at|at)\b|[bc]\/f$|(?:total )?turnover\b|(?:grand |sub)?totals?(?: (?:debits?|credits?|amount|turnover|withdrawals?|deposits?))?(?:\s*[:(].*)?$)/i;

/** Whether a row tells a balance, a turnover or a total rather than a transaction. */
const isBalanceRow = (texts: string[]): boolean => texts.some((text) => balance.test(text.trim()));

/** What a column of a statement can hold, the most telling spellings first. */
export const statementFields = {
  date: {
    label: 'Date',
    synonyms: [
      'transactiondate',
      'transdate',
      'txndate',
      'date',
      'postingdate',
      'posteddate',
      'entrydate',
      'bookingdate',
      'postdate',
    ],
  },
  narration: {
    label: 'Narration',
    synonyms: [
      'narration',
      'remarks',
      'description',
      'transactiondetails',
      'transactiondescription',
      'particulars',
      'details',
      'narrative',
      'remark',
      'payer',
      'memo',
      'text',
      'transactiontext',
    ],
  },
  reference: {
    label: 'Reference',
    synonyms: [
      'reference',
      'transactionreference',
      'referenceno',
      'referencenumber',
      'refno',
      'ref',
      'transactionid',
      'transid',
      'sessionid',
      'instrumentno',
      'chequeno',
      'rrn',
      'documentno',
    ],
  },
  amount: {
    label: 'Amount (money out below zero)',
    synonyms: ['amount', 'transactionamount', 'amountngn', 'amountn', 'value'],
  },
  credit: {
    label: 'Money in',
    synonyms: [
      'credit',
      'creditamount',
      'credits',
      'cr',
      'deposit',
      'deposits',
      'lodgement',
      'lodgements',
      'lodgments',
      'moneyin',
      'paidin',
      'payin',
      'creditngn',
      'inflow',
    ],
  },
  debit: {
    label: 'Money out',
    synonyms: [
      'debit',
      'debitamount',
      'debits',
      'dr',
      'withdrawal',
      'withdrawals',
      'moneyout',
      'paidout',
      'payout',
      'debitngn',
      'outflow',
    ],
  },
  direction: {
    label: 'Debit or credit (DR, CR, D, K, +, −)',
    synonyms: [
      'drcr',
      'crdr',
      'debitcredit',
      'creditdebit',
      'type',
      'transactiontype',
      'transtype',
      'indicator',
      'sign',
      'dk',
      'dc',
      'cd',
      'sh',
      '+/-',
      '+/−',
      '±',
    ],
  },
} as const;
export type StatementField = keyof typeof statementFields;
export const statementFieldNames = Object.keys(statementFields) as StatementField[];
