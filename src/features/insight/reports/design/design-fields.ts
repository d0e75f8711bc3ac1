import { z } from 'zod';
import { checkbox, emptyIsNull, line, optionalLine } from '#kernel/schemas.ts';
import { ReportDefinition, ReportFilters } from '../engine/definition.ts';
import { ValidationError } from '#kernel/errors.ts';
import { valueOf, prefixOf } from './selected-value.ts';

const name = z.string().max(60);

/** A part of the definition as text: read, and written the same way for the same content. */
export const asJson = (schema: z.ZodType) =>
  z
    .string('This page is out of date. Reload it and try again.')
    .max(500_000, 'These are too many values. Remove some.')
    .transform((text, context) => {
      const parsed = schema.safeParse(jsonOf(text));
      if (parsed.success) return JSON.stringify(parsed.data);
      context.addIssue(parsed.error.issues[0]!.message);
      return z.NEVER;
    });

function jsonOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return null;
  }
}

/** What the designer sends: the chosen fields as a list of `remove_{user type}_{field}`, other parts as JSON. */
export const DesignFields = z.object({
  subject: name,
  selected_fields: z
    .string('Choose at least one field.')
    .max(50_000, 'Choose fewer fields.')
    .transform((text) => text.trim().split(/\s+/).join(' ')),
  filters: asJson(ReportFilters).default('{"joined":"and","groups":[]}'),
  sort: asJson(ReportDefinition.shape.sort).default('[]'),
  group_by: emptyIsNull(name),
  totals: checkbox,
  distinct: checkbox,
  limit: emptyIsNull(
    z.coerce
      .number('Enter a number of rows, or leave it empty for all.')
      .int('Enter a whole number.')
      .min(1, 'Enter 1 or more, or leave it empty for all.')
      .max(1_000_000, 'Enter 1,000,000 or less.'),
  ),
});
export type DesignFields = z.infer<typeof DesignFields>;

/** A saved report besides its definition. */
export const NamedReport = z.object({ name: line(80, 'The name'), description: optionalLine(300, 'The description') });

const fieldOf: Record<string, string> = { fields: 'selected_fields', group: 'group_by' };

/** The report of a form. Its names are looked up by `checkDesign`. */
export function definitionOf(form: DesignFields): ReportDefinition {
  const parsed = ReportDefinition.safeParse({
    subject: form.subject,
    fields: selectedFields(form.subject, form.selected_fields),
    group: form.group_by,
    filters: JSON.parse(form.filters) as unknown,
    sort: JSON.parse(form.sort) as unknown,
    totals: form.totals,
    distinct: form.distinct,
    limit: form.limit,
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const part = String(issue!.path[0]);
  throw new ValidationError(fieldOf[part] ?? part, issue!.message);
}

/** The form of a report. */
export const formOf = ({ subject, fields, filters, sort, group, totals, distinct, limit }: ReportDefinition) => ({
  subject,
  selected_fields: valueOf(subject, fields),
  group_by: group,
  totals,
  distinct,
  limit,
  filters: JSON.stringify(filters),
  sort: JSON.stringify(sort),
});

/** Refusals of the engine beside the fields of the form. */
export async function atFormFields<T>(work: () => Promise<T> | T, named = fieldOf): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const [[part, message]] = Object.entries(error.errors) as [[string, string]];
    throw new ValidationError(named[part] ?? part, message);
  }
}

/** The fields in the value of the designer’s hidden field, in their order. */
function selectedFields(subject: string, value: string): string[] {
  const prefix = prefixOf(subject);
  return value
    .split(' ')
    .filter(Boolean)
    .map((entry) => {
      if (entry.startsWith(prefix)) return entry.slice(prefix.length);
      throw new ValidationError(
        'selected_fields',
        `“${entry.slice(0, 60)}” doesn’t belong to this kind of report. Remove it and choose fields from the list.`,
      );
    });
}
