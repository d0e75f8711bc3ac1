import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicPage } from '#web/public-pages/public-page.ts';
import type { Heading, ReactPages, Visit } from './react-pages.ts';
import type { FormProps } from '#ui/public/form-props.ts';
import type { z } from 'zod';
import { ValidationError } from '#kernel/errors.ts';

/** Whether a browser sent the form itself: it gets a page. The script gets JSON. */
export const wantsPage = ({ headers }: FastifyRequest): boolean =>
  headers['x-requested-with'] === undefined && /text\/html/.test(headers.accept ?? '');

export interface FilledForm<Props extends FormProps = FormProps> {
  at: Visit;
  heading: Heading;
  page: PublicPage<Props>;
  props: Props;
  /** Whether the props say already what was typed and what is wrong: in a second form of the page. */
  isFilled?: boolean;
}

/** Shows a refused form again, with what was typed and what is wrong; errors without a form go on to the others. */
export async function showAgain<Props extends FormProps>(
  pages: ReactPages,
  request: FastifyRequest,
  reply: FastifyReply,
  error: Error,
  shown: () => Promise<FilledForm<Props> | null>,
): Promise<FastifyReply> {
  if (!wantsPage(request)) throw error;
  const { status, message, errors = {} } = request.problemsOf(error);
  if (status === 404) throw error;
  const found = await shown();
  if (!found) throw error;
  const { at, heading, isFilled, page, props } = found;
  const values = { ...props.values, ...typedOf(request.body) };
  const filled = isFilled ? props : { ...props, message, errors, values };
  return pages.send(reply, at, page, { heading, props: filled, status });
}

/** What a browser sends of a form: repeated names are lists. */
export type FormBody = Record<string, unknown>;

/** The fields as text, to show them again; without the token and secrets. */
export function typedOf(sent: unknown): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const [name, value] of Object.entries((sent ?? {}) as FormBody).slice(0, mostFields)) {
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
