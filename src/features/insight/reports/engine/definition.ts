import { z } from 'zod';
import { operatorKeys, valuesOf } from './operators.ts';

/** As many as a page can be wide, and a clerk can read. */
const mostFields = 60;
export const mostRules = 40;

export const fieldKey = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'This field is not known. Choose one from the list.');

export const Rule = z.object({
  field: fieldKey,
  operator: z.enum(operatorKeys, 'Choose how to compare.'),
  values: z.array(z.string().max(200)).max(200, 'Choose at most 200 values.').default([]),
  /** Asked each time the report is run. */
  ask: z.boolean().default(false),
});
export type Rule = z.infer<typeof Rule>;

const joinedBy = z.enum(['and', 'or']).default('and');

/** Filters as sentences: groups of them, each joined by one word. */
export const ReportFilters = z
  .object({
    joined: joinedBy,
    groups: z
      .array(z.object({ joined: joinedBy, rules: z.array(Rule).min(1).max(mostRules) }))
      .max(12, 'Use at most 12 groups of filters.')
      .default([]),
  })
  .prefault({})
  .refine(({ groups }) => groups.reduce((sum, { rules }) => sum + rules.length, 0) <= mostRules, {
    error: `Use at most ${mostRules} filters.`,
  });
export type ReportFilters = z.infer<typeof ReportFilters>;

/** What a report shows. Its names are looked up in the registry when it is run. */
export const ReportDefinition = z.object({
  subject: fieldKey,
  fields: z
    .array(fieldKey)
    .min(1, 'Choose at least one field.')
    .max(mostFields, `Choose at most ${mostFields} fields.`)
    .refine((fields) => new Set(fields).size === fields.length, 'A field was chosen twice.'),
  filters: ReportFilters,
  sort: z
    .array(z.object({ field: fieldKey, descending: z.boolean().default(false) }))
    .max(5, 'Sort by at most 5 fields.')
    .default([]),
  /** The field whose values get a heading and a subtotal. */
  group: fieldKey.nullable().default(null),
  totals: z.boolean().default(false),
  distinct: z.boolean().default(false),
  /** The first so many rows. */
  limit: z.number().int().min(1).max(1_000_000).nullable().default(null),
});
export type ReportDefinition = z.infer<typeof ReportDefinition>;

/** The rules that are asked at the run, by their place: what `Answers` are named by. */
export const askedRules = ({ groups }: ReportFilters): { place: string; rule: Rule }[] =>
  groups.flatMap(({ rules }, group) =>
    rules.flatMap((rule, at) => (isAsked(rule) ? [{ place: `${group}.${at}`, rule }] : [])),
  );

const isAsked = ({ ask, operator }: Rule) => ask && valuesOf(operator) !== 'none';

/** The filters without those whose question was left open: they don't narrow. */
export const withoutUnanswered = (filters: ReportFilters): ReportFilters => ({
  ...filters,
  groups: filters.groups
    .map((group) => ({ ...group, rules: group.rules.filter((rule) => !isAsked(rule) || isAnswered(rule)) }))
    .filter(({ rules }) => rules.length > 0),
});

const isAnswered = ({ operator, values }: Rule) =>
  values.filter((value) => value.trim() !== '').length >= (valuesOf(operator) === 'two' ? 2 : 1);

/** The definition with the answers of its reader in place of the values that are asked. */
export const withAnswers = (filters: ReportFilters, answers: Readonly<Record<string, string[]>>): ReportFilters => ({
  ...filters,
  groups: filters.groups.map(({ rules, ...group }, at) => ({
    ...group,
    rules: rules.map((rule, place) => ({
      ...rule,
      values: (isAsked(rule) && answers[`${at}.${place}`]) || rule.values,
    })),
  })),
});
