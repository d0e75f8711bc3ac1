import { z } from 'zod';
import { Refused } from '#kernel/errors.ts';
import { checkbox, day, emptyIsNull, id, line } from '#kernel/schemas.ts';
import { DESTROY_FLAG } from '#ui/constants.ts';

const TermFields = z.object({
  id: emptyIsNull(id),
  name: line(60, 'The name of the term'),
  startsOn: day,
  endsOn: day,
  is_current: checkbox,
});

/** A term taken out of the form is still sent, with the destroy flag (3.12); what else it says is nobody's trouble. */
const DestroyedTerm = z.object({ id: emptyIsNull(id) });

const ticked = z
  .preprocess(
    (value) => (Array.isArray(value) ? value : value === undefined || value === '' ? [] : [value]),
    z.array(z.union([z.literal('this'), id])),
  )
  .refine((values) => values.length <= 1, 'Only one session can be the current one. Tick one.')
  .transform((values) => values[0] ?? null);

/** Terms come under keys of their own: an id, or for new ones a number made from the time (9.16). */
export const SessionFields = z.object({
  name: line(60, 'The name'),
  startsOn: day,
  endsOn: day,
  /** Which session is the current one after saving: 'this' one or another's id (3.13, 5.2). */
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

/** Each term's trouble stands under its own field, `terms.{key}.name`. */
function readTerms(records: Record<string, unknown>, context: z.RefinementCtx) {
  const kept: TermInput[] = [];
  const destroyed: number[] = [];
  const entries = Object.entries(records);
  if (entries.length > 30) context.addIssue({ code: 'custom', message: 'A session has at most 12 terms.' });
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
    kept.push({ ...term, isCurrent, key });
  }
  return { kept: kept.sort((one, other) => one.startsOn.localeCompare(other.startsOn)), destroyed };
}

/** Dates the right way round, terms inside the session and one after the other, at most one of them current. */
export function checkSession({ startsOn, endsOn, terms: { kept } }: SessionFields): void {
  const errors: [string, string][] = [];
  if (endsOn <= startsOn) errors.push(['endsOn', 'The session must end after it starts.']);
  if (kept.length > 12) errors.push(['form', 'A session has at most 12 terms. Remove some.']);
  const names = new Set<string>();
  for (const [at, term] of kept.entries()) {
    const field = (name: string) => `terms.${term.key}.${name}`;
    const before = kept[at - 1];
    if (term.endsOn <= term.startsOn) errors.push([field('endsOn'), `${term.name} must end after it starts.`]);
    if (term.startsOn < startsOn) errors.push([field('startsOn'), `${term.name} starts before the session does.`]);
    if (term.endsOn > endsOn) errors.push([field('endsOn'), `${term.name} ends after the session does.`]);
    if (before && before.endsOn >= term.startsOn)
      errors.push([field('startsOn'), `${term.name} starts before ${before.name} has ended.`]);
    if (names.has(term.name.toLowerCase())) errors.push([field('name'), `There are two terms called ${term.name}.`]);
    names.add(term.name.toLowerCase());
  }
  const second = kept.filter((term) => term.isCurrent)[1];
  if (second) errors.push([`terms.${second.key}.is_current`, 'Only one term can be the current one. Tick one.']);
  const [first, ...more] = errors;
  if (first) throw new Refused(...first, Object.fromEntries(more.toReversed()));
}
