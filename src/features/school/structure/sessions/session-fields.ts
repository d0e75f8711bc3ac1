import { z } from 'zod';
import { ValidationError } from '#kernel/errors.ts';
import { checkbox, day, emptyIsNull, id, line } from '#kernel/schemas.ts';
import { DESTROY_FLAG } from '#ui/plain/constants.ts';

const TermFields = z.object({
  id: emptyIsNull(id),
  name: line(60, 'The name of the term'),
  startsOn: day,
  endsOn: day,
  is_current: checkbox,
});

/** A removed term is still sent, with the destroy flag (3.12); its other fields are ignored. */
const DestroyedTerm = z.object({ id: emptyIsNull(id) });

const ticked = z
  .preprocess(
    (value) => (Array.isArray(value) ? value : value === undefined || value === '' ? [] : [value]),
    z.array(z.union([z.literal('this'), id])),
  )
  .refine((values) => values.length <= 1, 'Only one session can be current. Select one.')
  .transform((values) => values[0] ?? null);

/** Terms are keyed by id, or by a time-based number if new (9.16). */
export const SessionFields = z.object({
  name: line(60, 'The name'),
  startsOn: day,
  endsOn: day,
  /** The current session after saving: 'this' or another's id (3.13, 5.2). */
  is_current: ticked,
  terms: z
    .record(z.string().regex(/^\d{1,16}$/), z.unknown())
    .default({})
    .transform(readTerms),
});
export type SessionFields = z.infer<typeof SessionFields>;

export interface TermInput {
  key: string;
  id: number | null;
  name: string;
  startsOn: string;
  endsOn: string;
  isCurrent: boolean;
}

/** Each term's errors are keyed by its field, `terms.{key}.name`. */
function readTerms(records: Record<string, unknown>, context: z.RefinementCtx) {
  const saved: TermInput[] = [];
  const destroyed: number[] = [];
  const entries = Object.entries(records);
  if (entries.length > 30) context.addIssue({ code: 'custom', message: 'A session can have at most 12 terms.' });
  for (const [key, value] of entries.slice(0, 30)) {
    if ((value as { _destroy?: unknown } | null)?._destroy === DESTROY_FLAG) {
      const { data } = DestroyedTerm.safeParse(value);
      if (data?.id) destroyed.push(data.id);
      continue;
    }
    const { data, error } = TermFields.safeParse(value);
    for (const issue of error?.issues ?? [])
      context.addIssue({ code: 'custom', message: issue.message, path: [key, ...issue.path] });
    if (!data) continue;
    const { is_current: isCurrent, ...term } = data;
    saved.push({ ...term, isCurrent, key });
  }
  return { saved: saved.sort((first, other) => first.startsOn.localeCompare(other.startsOn)), destroyed };
}

/** Checks that dates are in order, terms lie within the session without overlap, and at most one is current. */
export function checkSession({ startsOn, endsOn, terms: { saved } }: SessionFields): void {
  const errors: [string, string][] = [];
  if (endsOn <= startsOn) errors.push(['endsOn', 'The session must end after it starts.']);
  if (saved.length > 12) errors.push(['form', 'A session can have at most 12 terms. Remove some.']);
  const names = new Set<string>();
  for (const [at, term] of saved.entries()) {
    const field = (name: string) => `terms.${term.key}.${name}`;
    const before = saved[at - 1];
    if (term.endsOn <= term.startsOn) errors.push([field('endsOn'), `${term.name} must end after it starts.`]);
    if (term.startsOn < startsOn) errors.push([field('startsOn'), `${term.name} starts before the session.`]);
    if (term.endsOn > endsOn) errors.push([field('endsOn'), `${term.name} ends after the session.`]);
    if (before && before.endsOn >= term.startsOn)
      errors.push([field('startsOn'), `${term.name} starts before ${before.name} ends.`]);
    if (names.has(term.name.toLowerCase()))
      errors.push([field('name'), `Two terms are named ${term.name}. Rename one.`]);
    names.add(term.name.toLowerCase());
  }
  const second = saved.filter((term) => term.isCurrent)[1];
  if (second) errors.push([`terms.${second.key}.is_current`, 'Only one term can be current. Select one.']);
  const [first, ...more] = errors;
  if (first) throw new ValidationError(...first, Object.fromEntries(more.toReversed()));
}
