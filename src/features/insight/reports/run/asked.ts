import { z } from 'zod';
import type { Choice } from '#kernel/choices.ts';
import type { Db } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { labelsOf } from '../design/choices.queries.ts';
import { offeredField, type OfferedField } from '../design/offer.ts';
import { fieldOf } from '../engine/conditions.ts';
import { askedRules, type ReportFilters, type Rule } from '../engine/definition.ts';
import type { ReportToRun } from './open-report.ts';
import type { Usable } from '../engine/usable-fields.ts';

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
      context.addIssue('Answer the questions of the report again.');
      return z.NEVER;
    }
  })
  .optional();

/** Refuses to make something of a report’s rows before its questions are answered. */
export function refuseUnanswered({ answers, definition }: Pick<ReportToRun, 'answers' | 'definition'>): void {
  if (answers === undefined && askedRules(definition.filters).length > 0)
    throw new ValidationError('answers', 'Answer the questions of the report first.');
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
