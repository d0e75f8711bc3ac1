import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Tx, Db } from '#kernel/database.ts';
import { NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import { offeredField, type OfferedField } from '../design/offer.ts';
import { askedRules, withAnswers, withoutUnanswered, type ReportFilters, type Rule } from '../engine/definition.ts';
import { reportPage, type ReportRow } from '../engine/rows.ts';
import { photoOf } from '../engine/photo.ts';
import { groupSums, mostGroups, reportTotals, type GroupSums, type Sums } from '../engine/sums.ts';
import { labelContents } from '../labels/label-contents.ts';
import {
  questionsOf,
  type Question,
  openReport,
  type ReportToRun,
  unlessStopped,
  canMessage,
  logReport,
} from './questions.ts';
import { dateText, money } from '#ui/format.ts';
import { labelsOf } from '../design/choices.queries.ts';
import { fieldOf } from '../engine/compile.ts';
import { operators, valuesOf } from '../engine/operators.ts';
import type { Usable, UsableField } from '../engine/usable-fields.ts';

export interface ReportRun extends ReportToRun {
  name: string;
  /** The position in the rows. */
  after?: string | undefined;
}

/** A report on a page: what it shows, and its first rows or what stands in their way. */
export interface ReportResult {
  columns: OfferedField[];
  group: OfferedField | null;
  /** The table’s noun: 'student'. */
  about: { one: string; many: string; href: string | null };
  filters: FilterText[];
  questions: Question[];
  /** Its questions come first. */
  isAsking: boolean;
  rows: ReportRow[];
  after: string | null;
  /** Labels of columns that the reader can’t see. */
  hidden: string[];
  goneCount: number;
  /** Why there are no rows: access, a filter that is gone. */
  problem: string | null;
  /** It would run too long for a page. */
  isTooLong: boolean;
  /** Files of such rows may be made. */
  canExport: boolean;
  /** Its rows are people to whom the reader can write. */
  canMessage: boolean;
  canPrintLabels: boolean;
  /** Files may have the photos of the people in the rows. */
  hasPhotos: boolean;
}

const nothing: ReportResult = {
  columns: [],
  group: null,
  about: { one: 'row', many: 'rows', href: null },
  filters: [],
  questions: [],
  isAsking: false,
  rows: [],
  after: null,
  hidden: [],
  goneCount: 0,
  problem: null,
  isTooLong: false,
  canExport: false,
  canMessage: false,
  canPrintLabels: false,
  hasPhotos: false,
};

/** Runs a report for its reader, who sees their own rows and fields. */
export async function runReport(tx: Tx, actor: Actor, parts: Required<ReportParts>, running: ReportRun) {
  const opened = await openOr(tx, actor, parts, running);
  if (typeof opened === 'string') return { ...nothing, problem: opened };
  const { usable, columns, group, hidden, goneCount } = opened;
  const { institutionId, definition, answers } = running;
  const { one, many, href, exporting } = usable.subject;
  const questions = await questionsOf(tx, usable, definition.filters, answers);
  const shown = {
    ...nothing,
    hidden,
    goneCount,
    questions,
    about: { one, many, href },
    columns: columns.map(offeredField),
    group: group && offeredField(group),
    canExport: can(actor, exporting, institutionId),
    canPrintLabels: can(actor, exporting, institutionId) && Object.keys(labelContents(usable, definition)).length > 0,
    canMessage: canMessage(actor, institutionId, usable.subject, definition),
    hasPhotos: !definition.distinct && photoOf(usable) !== null,
  };
  if (questions.length > 0 && answers === undefined) return { ...shown, isAsking: true };
  if (columns.length === 0) return { ...shown, problem: 'You don’t have access to any column of this report.' };
  const filters = await filterTexts(
    tx,
    usable,
    withoutUnanswered(withAnswers(definition.filters, answers ?? {})),
    membershipIn(actor, institutionId)!.currency,
  );
  const page = await unlessStopped(tx, () => reportPage(tx, opened, running.after));
  if (page) await logReport(tx, actor, { compiled: opened, ...running, isNewLook: !running.after });
  return { ...shown, filters, ...(page ?? { isTooLong: true }) };
}

export interface ReportSums {
  /** Null if counting would take too long. */
  totals: Sums | null;
  groups: GroupSums[];
  /** There are more groups than have subtotals. */
  hasMoreGroups: boolean;
}

/** Its questions come before its rows. */
const nothingYet: ReportSums = { totals: { rows: 0, cells: [] }, groups: [], hasMoreGroups: false };

/** The count of a report’s rows, with its totals and subtotals. */
export async function sumsOf(tx: Tx, actor: Actor, parts: Required<ReportParts>, running: ReportRun) {
  if (running.answers === undefined && askedRules(running.definition.filters).length > 0) return nothingYet;
  const opened = await openReport(tx, actor, parts, running);
  const totals = await unlessStopped(tx, () => reportTotals(tx, opened));
  const groups = (await unlessStopped(tx, () => groupSums(tx, opened))) ?? [];
  await logReport(tx, actor, { compiled: opened, ...running, isNewLook: false });
  return { totals, groups, hasMoreGroups: groups.length === mostGroups };
}

/** The report, or why this reader can’t run it. */
async function openOr(tx: Tx, actor: Actor, parts: Required<ReportParts>, running: ReportRun) {
  try {
    return await openReport(tx, actor, parts, running);
  } catch (error) {
    return problemOf(error);
  }
}

/** Why a reader can’t run a report, in words; other errors go on. */
export function problemOf(error: unknown): string {
  if (error instanceof NotAllowed) return 'You don’t have access to the records of this report.';
  if (error instanceof NotFound) return 'This kind of report no longer exists.';
  if (error instanceof ValidationError) return error.message;
  throw error;
}

/** A filter as a sentence, and how many of its values were deleted since. */
export interface FilterText {
  text: string;
  gone: number;
}

/** The filters of a report as sentences, group by group. */
export async function filterTexts(db: Db, usable: Usable, { groups }: ReportFilters, currency: string) {
  const said: FilterText[] = [];
  for (const { rules, joined } of groups) {
    const words: FilterText[] = [];
    for (const rule of rules) {
      const field = fieldOf(usable, rule.field);
      // One connection answers one after another.
      // oxlint-disable-next-line no-await-in-loop
      words.push(sentenceOf(field, rule, await labelsOf(db, usable, field, rule.values), currency));
    }
    said.push({
      text: words.map(({ text }) => text).join(joined === 'and' ? ' and ' : ' or '),
      gone: words.reduce((sum, { gone }) => sum + gone, 0),
    });
  }
  return said;
}

function sentenceOf(field: UsableField, { operator, values }: Rule, labels: Map<string, string>, currency: string) {
  const known = field.options ? values.filter((value) => labels.has(value)) : values;
  const shown = known.map((value) => shownValue(field, operator, value, labels, currency));
  const gone = values.length - known.length;
  const all = gone > 0 ? [...shown, gone === 1 ? 'a deleted value' : `${gone} deleted values`] : shown;
  return { text: [field.label, worded(operator, all)].join(' '), gone };
}

function worded(operator: Rule['operator'], values: string[]): string {
  const words = operators[operator];
  if (words.includes('…')) return words.replace('…', values[0] ?? '…');
  if (valuesOf(operator) === 'none') return words;
  if (valuesOf(operator) === 'two') return `${words} ${values.join(' and ')}`;
  if (values.length === 1) return `${words.replace('one of', '').trimEnd()} ${values[0]}`;
  return `${words} ${values.join(', ')}`;
}

function shownValue(
  { type }: UsableField,
  operator: Rule['operator'],
  value: string,
  labels: Map<string, string>,
  currency: string,
): string {
  const label = labels.get(value);
  if (label !== undefined) return label;
  if (type === 'money') return money(Number(value), currency);
  return type === 'day' && !operator.endsWith('_days') ? dateText(value) : value;
}
