import { z } from 'zod';
import type { Choice } from '#kernel/choices.ts';
import { type Db, type Tx, query } from '#kernel/database.ts';
import { ValidationError, databaseError, NotAllowed } from '#kernel/errors.ts';
import { labelsOf } from '../design/choices.queries.ts';
import { offeredField, type OfferedField } from '../design/offer.ts';
import {
  askedRules,
  type ReportFilters,
  type Rule,
  withAnswers,
  withoutUnanswered,
  type ReportDefinition,
} from '../engine/definition.ts';
import { type Usable, usableSubject } from '../engine/usable-fields.ts';
import { type Actor, can } from '#kernel/actor.ts';
import type { ReportParts, ReportSubject } from '#kernel/contracts/report.ts';
import { compile, type CompiledReport, fieldOf } from '../engine/compile.ts';
import { sql } from 'drizzle-orm';
import { bounded } from '#kernel/database/bounded.ts';
import type { Permission } from '#kernel/permissions.ts';
import { sendsOwnOnly } from '#features/messages/messages/messages.policy.ts';
import { withParams } from '#ui/href.ts';
import { foundRows } from '../engine/rows.ts';
import type { RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import { logFilter } from '#features/records/people/list/log-filter.ts';

/** A question before a report is run: 'Class is one of …'. */
export interface Question {
  /** The answer’s name. */
  place: string;
  field: OfferedField;
  operator: Rule['operator'];
  values: string[];
  /** The values with their labels, where they are chosen from a list. */
  chosen: Choice[];
}

const AnswersByPlace = z.record(z.string().regex(/^\d{1,2}\.\d{1,2}$/), z.array(z.string().max(200)).max(200));

/** The answers in an address, as JSON by the place of their filter. */
export const Answers = z
  .string()
  .max(20_000)
  .transform((text, context) => {
    try {
      return AnswersByPlace.parse(JSON.parse(text));
    } catch {
      context.addIssue('Answer the report’s questions again.');
      return z.NEVER;
    }
  })
  .optional();

/** Refuses to make something of a report’s rows before its questions are answered. */
export function refuseUnanswered({ answers, definition }: Pick<ReportToRun, 'answers' | 'definition'>): void {
  if (answers === undefined && askedRules(definition.filters).length > 0)
    throw new ValidationError('answers', 'Answer the report’s questions first.');
}

/** What a report asks, with the answers so far. */
export async function questionsOf(
  db: Db,
  usable: Usable,
  filters: ReportFilters,
  answers: Readonly<Record<string, string[]>> = {},
): Promise<Question[]> {
  const questions: Question[] = [];
  for (const { place, rule } of askedRules(filters)) {
    const field = fieldOf(usable, rule.field);
    const values = answers[place] ?? rule.values;
    // One connection answers one after another.
    // oxlint-disable-next-line no-await-in-loop
    const labels = await labelsOf(db, usable, field, values);
    questions.push({
      place,
      field: offeredField(field),
      operator: rule.operator,
      values,
      chosen: [...labels].map(([value, label]) => ({ value, label })),
    });
  }
  return questions;
}

/** A report to be run: whose rows, and the answers to what it asks. */
export interface ReportToRun {
  institutionId: number;
  definition: ReportDefinition;
  answers?: Readonly<Record<string, string[]>>;
}

export interface OpenReport extends CompiledReport {
  /** Columns that don’t exist any more. */
  goneCount: number;
}

/** What a report is for this actor. Retired columns are left out; a retired filter is refused. */
export async function openReport(
  db: Db,
  actor: Actor,
  parts: Required<ReportParts>,
  { institutionId, definition, answers = {} }: ReportToRun,
): Promise<OpenReport> {
  const usable = await usableSubject(db, { actor, wanted: institutionId }, parts, definition.subject);
  const known = withoutGone(usable, definition);
  const filters = withoutUnanswered(withAnswers(known.filters, answers));
  return {
    ...compile(usable, { ...known, filters }),
    goneCount: definition.fields.length - known.fields.length,
  };
}

/** The definition without columns, order and headings that don’t exist any more. */
export function withoutGone({ usable, closed }: Usable, definition: ReportDefinition): ReportDefinition {
  const exists = (key: string) => usable.has(key) || closed.has(key);
  return {
    ...definition,
    fields: definition.fields.filter(exists),
    sort: definition.sort.filter(({ field }) => exists(field)),
    group: definition.group !== null && exists(definition.group) ? definition.group : null,
  };
}

/** The longest statement of a report on a page, in milliseconds; files have more time. */
const longestStatement = 4000;

/** The result, or null if a statement ran too long and was stopped. The transaction goes on either way. */
export async function unlessStopped<T>(tx: Tx, work: () => Promise<T>, most = longestStatement): Promise<T | null> {
  await tx.execute(sql`savepoint before_report`);
  await tx.execute(sql`select set_config('statement_timeout', ${String(most)}, true)`);
  try {
    const result = await work();
    await tx.execute(sql`rollback to savepoint before_report`);
    return result;
  } catch (error) {
    if (databaseError(error)?.code !== '57014') throw error;
    await tx.execute(sql`rollback to savepoint before_report`);
    return null;
  }
}

/** As many ids as fit into an address, as in lists. */
const mostRecipients = 500;

/** Whether the people of a report can be written to. Equal rows that are shown once are not single people. */
export const canMessage = (
  actor: Actor,
  institutionId: number,
  { person }: ReportSubject,
  { distinct }: ReportDefinition,
): boolean =>
  person !== undefined &&
  !distinct &&
  (can(actor, 'messages.send', institutionId) || (person !== 'employee' && sendsOwnOnly(actor, institutionId)));

/**
 * The address of a new message to the people of a report. They are those of its reader, and what they were chosen by goes
 * with them: the message is hidden from people who may not know it.
 */
export async function messageReport(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  report: ReportToRun & { name: string },
): Promise<string> {
  const { institutionId, name, definition } = report;
  refuseUnanswered(report);
  const opened = await openReport(tx, actor, parts, report);
  const { subject } = opened.usable;
  if (!canMessage(actor, institutionId, subject, definition))
    throw new NotAllowed(`You don’t have permission to message the ${subject.many} of this report.`);
  const found = await unlessStopped(tx, () =>
    bounded(mostRecipients, (most) => query<{ id: string }>(tx, foundRows(opened, { most }))),
  );
  if (!found) throw new ValidationError('report', 'This report takes too long. Add a filter to make it shorter.');
  if (found.isMore)
    throw new ValidationError(
      'report',
      `This report has more than ${mostRecipients} ${subject.many}. Narrow it by a filter, or choose the recipients in the message by class, department or group.`,
    );
  if (found.rows.length === 0) throw new ValidationError('report', `This report has no ${subject.many} to message.`);
  await logReport(tx, actor, { compiled: opened, institutionId, name, isNewLook: false });
  const needs = revealedBy(actor, opened, institutionId);
  return withParams('/messages/new', {
    institution_id: String(institutionId),
    from: `${subject.person!}s`,
    ids: found.rows.map(({ id }) => id).join(),
    ...(needs.length > 0 && { needs: needs.join() }),
  });
}

/** The permissions to know what the rows were chosen by; of several that suffice, one that the actor has. */
function revealedBy(actor: Actor, { narrowing }: OpenReport, institutionId: number): Permission[] {
  const needed = narrowing.flatMap(({ needs }) => {
    const several = [needs ?? []].flat();
    return several.find((permission) => can(actor, permission, institutionId)) ?? several.slice(0, 1);
  });
  return [...new Set(needed)];
}

/** What a report or graph shows and narrows by. */
export type ReportContents = Pick<CompiledReport, 'usable' | 'columns' | 'narrowing' | 'group'>;

/** The restricted groups that a report shows or narrows by, with the labels of their fields. */
function restrictedGroups({
  columns,
  narrowing,
  group,
}: Omit<ReportContents, 'usable'>): Map<RestrictedGroup, string[]> {
  const labels = new Map<RestrictedGroup, string[]>();
  for (const { restriction, label } of new Set([...columns, ...narrowing, ...(group ? [group] : [])]))
    if (restriction) labels.set(restriction, [...new Set([...(labels.get(restriction) ?? []), label])]);
  return labels;
}

interface Look {
  compiled: ReportContents;
  institutionId: number;
  name: string;
  /** A further page, a count or a preview of what was just shown adds no entry. */
  isNewLook: boolean;
}

/** One entry in the access log for each run and group of restricted data. */
export async function logReport(tx: Tx, actor: Actor, { compiled, institutionId, name, isNewLook }: Look) {
  const { person = 'student' } = compiled.usable.subject;
  for (const [group, labels] of restrictedGroups(compiled)) {
    const words = `Report “${name}”: ${labels.join(', ')}`;
    // One connection answers one after another.
    // oxlint-disable-next-line no-await-in-loop
    await logFilter(tx, actor, { institutionId, entity: person, group, words, isNewLook });
  }
}
