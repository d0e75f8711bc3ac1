import type { z } from 'zod';
import { ValidationError } from '#kernel/errors.ts';

/** What a browser sends of a form: repeated names are lists. */
export type Sent = Record<string, unknown>;

/** The fields as text, to show them again; without the token and secrets. */
export function typedOf(sent: unknown): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const [name, value] of Object.entries((sent ?? {}) as Sent).slice(0, mostFields)) {
    // Several ticks of one field travel as one text. What is nested deeper comes from no form, and would fill the stack.
    const text = Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(',') : value;
    if (typeof text === 'string' && !hidden.has(name)) typed[name] = text.slice(0, 2000);
  }
  return typed;
}
/** More than the longest part has: what is typed is stored before it is checked. */
const mostFields = 100;
const hidden = new Set(['_csrf', 'opened', 'window', 'autosave', 'show', 'pin_secret']);

/** Reads the fields, or refuses all that are wrong at once. */
export function readFields<Schema extends z.ZodType>(schema: Schema, sent: unknown, prefix = ''): z.output<Schema> {
  const { success, data, error } = schema.safeParse(sent ?? {});
  if (success) return data;
  throw refusalOf(error.issues.map(({ path, message }) => [prefix + path.join('.'), message]));
}

export function refusalOf(entries: (readonly [string, string])[]): ValidationError {
  const errors: Record<string, string> = {};
  for (const [field, message] of entries) errors[field] ??= message;
  const [[field, message] = ['form', 'Check the form.']] = Object.entries(errors);
  return new ValidationError(field, message, errors);
}

/** The errors of a refusal; anything else is thrown. */
export async function errorsOf(work: () => unknown): Promise<Record<string, string>> {
  try {
    await work();
    return {};
  } catch (error) {
    if (error instanceof ValidationError) return error.errors;
    throw error;
  }
}
