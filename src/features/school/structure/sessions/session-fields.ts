import { z } from 'zod';
import { ValidationError, NotFound } from '#kernel/errors.ts';
import { checkbox, day, emptyIsNull, id, line, recordById } from '#kernel/schemas.ts';
import { DESTROY_FLAG } from '#ui/plain/constants.ts';
import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import { type Tx, pick } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { rowParts } from '#kernel/edit/decide.ts';
import { terms } from '../structure.schema.ts';
import type { Part } from '#kernel/edit/describe-conflicts.ts';

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
  terms: recordById(z.unknown()).default({}).transform(readTerms),
});
export type SessionFields = z.infer<typeof SessionFields>;

interface TermInput {
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

interface Session {
  institutionId: number;
  id: number;
}

/** A term as its form sends and shows it. */
export const termInForm = (term: Omit<TermInput, 'key'>) => ({
  ...pick(term, 'id', 'name', 'startsOn', 'endsOn'),
  is_current: term.isCurrent,
});
type TermInForm = ReturnType<typeof termInForm>;

const byId = (rows: TermInForm[]) => Object.fromEntries(rows.map((row) => [String(row.id), row]));

export async function termRows(tx: Tx, institutionId: number, sessionId: number): Promise<TermInForm[]> {
  const rows = await tx
    .select(pick(terms, 'id', 'name', 'startsOn', 'endsOn', 'isCurrent'))
    .from(terms)
    .where(and(eq(terms.institutionId, institutionId), eq(terms.sessionId, sessionId)))
    .orderBy(asc(terms.position));
  return rows.map(termInForm);
}

/** Existing and removed terms as parts to merge one by one. New terms need no merge. */
export function termParts(
  opened: unknown,
  { saved, destroyed }: SessionFields['terms'],
  current: TermInForm[],
): Part[] {
  const before = (opened ?? {}) as Record<string, unknown>;
  const now = byId(current);
  const removed = new Set(destroyed.map(String));
  const named = byId(saved.filter(({ id }) => id !== null).map(termInForm));
  // Terms missing from the form are not changed.
  const rest = Object.fromEntries(
    Object.entries({ ...now, ...before }).filter(([id]) => !(id in named) && !removed.has(id)),
  );
  return rowParts('terms', { opened: { ...rest, ...before }, sent: { ...rest, ...named }, current: now }, (id) => ({
    label: now[id]?.name ?? named[id]?.name,
    words: termInWords,
  }));
}

const termInWords = (value: unknown) => {
  if (!value) return 'Removed';
  const { name, startsOn, endsOn, is_current: isCurrent } = value as TermInForm;
  return `${name}, ${formatDay(startsOn)} to ${formatDay(endsOn)}${isCurrent ? ', the current term' : ''}`;
};

/** The terms to save: as in the form if edited there, else as stored. */
export function mergedTerms(
  { saved, destroyed }: SessionFields['terms'],
  current: TermInForm[],
  touched: Set<string>,
): SessionFields['terms'] {
  const isTouched = (id: number | null) => id === null || touched.has(`terms.${id}`);
  const now = new Set(current.map(({ id }) => id));
  const edited = saved
    .filter(({ id }) => isTouched(id))
    // Removed by someone else meanwhile, but edited here: added again.
    .map((term) => (term.id !== null && !now.has(term.id) ? { ...term, id: null } : term));
  const named = new Set([...edited.map(({ id }) => id), ...destroyed.filter(isTouched)]);
  const others = current
    .filter(({ id }) => !named.has(id))
    .map(({ is_current: isCurrent, ...term }) => ({ ...term, isCurrent, key: String(term.id) }));
  return {
    saved: [...edited, ...others].sort((first, other) => first.startsOn.localeCompare(other.startsOn)),
    destroyed: destroyed.filter((id) => isTouched(id) && now.has(id)),
  };
}

/** Saves the terms of a session in the order of their dates: removed, edited and new ones. */
export async function writeTerms(
  tx: Tx,
  session: Session,
  { saved, destroyed }: SessionFields['terms'],
): Promise<void> {
  const { institutionId, id: sessionId } = session;
  const ofSession = and(eq(terms.institutionId, institutionId), eq(terms.sessionId, sessionId));
  const known = new Set((await tx.select({ id: terms.id }).from(terms).where(ofSession)).map((term) => term.id));
  const named = saved.flatMap((term) => term.id ?? []);
  if ([...named, ...destroyed].some((id) => !known.has(id))) throw new NotFound('term');
  if (destroyed.length) await tx.delete(terms).where(and(ofSession, inArray(terms.id, destroyed)));
  if (saved.some((term) => term.isCurrent))
    await tx
      .update(terms)
      .set({ isCurrent: false })
      .where(and(eq(terms.institutionId, institutionId), eq(terms.isCurrent, true)));
  // Temporary names, in case two terms swap theirs.
  for (const id of named)
    await tx
      .update(terms)
      .set({ name: `· ${id}` })
      .where(and(ofSession, eq(terms.id, id)));
  for (const [at, { id, name, startsOn, endsOn, isCurrent }] of saved.entries()) {
    const values = { name, startsOn, endsOn, isCurrent, position: at + 1 };
    if (id)
      await tx
        .update(terms)
        .set(values)
        .where(and(ofSession, eq(terms.id, id)));
    else await tx.insert(terms).values({ ...values, institutionId, sessionId });
  }
}

/** Ensures that the current term is in the current session. */
export async function settleCurrentTerm(
  tx: Tx,
  { institutionId, id }: Session,
  isCurrent: boolean,
  { saved }: SessionFields['terms'],
): Promise<void> {
  const ticked = saved.find((term) => term.isCurrent);
  if (!isCurrent && ticked)
    throw new ValidationError(
      `terms.${ticked.key}.is_current`,
      `${ticked.name} can’t be the current term because its session isn’t current.`,
    );
  if (isCurrent)
    await tx
      .update(terms)
      .set({ isCurrent: false })
      .where(and(eq(terms.institutionId, institutionId), ne(terms.sessionId, id), eq(terms.isCurrent, true)));
}
