import { z } from 'zod';
import { formatTime, formatTimes } from '#kernel/dates.ts';
import { edits } from '#kernel/edit/edit.ts';
import { ValidationError } from '#kernel/errors.ts';
import { choice, line } from '#kernel/schemas.ts';
import { keyedRows } from '../keyed-rows.ts';
import { periodKinds } from '../timetable.ts';
import type { Pattern } from './bells.queries.ts';
import type { BellInput } from './usual-bells.ts';

const time = z
  .string('Enter a time.')
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, 'Enter a time, for example 08:40.')
  .transform((text) => text.slice(0, 5));

const BellRow = z.object({
  kind: choice(periodKinds),
  name: line(40, 'Name'),
  startsAt: time,
  endsAt: time,
});

export const AddPattern = z.object({
  name: line(60, 'Name'),
  bells: keyedRows(BellRow, {
    most: 40,
    none: 'Add a period.',
    tooMany: 'A day can have up to 40 periods.',
  }),
});
export const EditPattern = edits(AddPattern);

/** A pattern as its form shows it. */
export const patternForm = ({ name, bells }: Pick<Pattern, 'name' | 'bells'>) => ({
  name,
  bells: bells.map(({ kind, name: called, startsAt, endsAt }, at) => ({
    id: at + 1,
    kind,
    name: called,
    startsAt,
    endsAt,
  })),
});

/** 'Assembly 07:40–08:00 am', a line for each bell. */
export const bellsInWords = (bells: unknown): string =>
  (bells as BellInput[]).map(({ name, startsAt, endsAt }) => `${name} ${formatTimes(startsAt, endsAt)}`).join('\n');

/** By their beginning; refuses what overlaps. */
export function inOrder(bells: readonly (BellInput & { key: string })[]): BellInput[] {
  const ordered = bells.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt));
  for (const [at, { startsAt, endsAt, name, key }] of ordered.entries()) {
    if (endsAt <= startsAt) throw new ValidationError(`bells.${key}.endsAt`, `${name} ends before it begins.`);
    const next = ordered[at + 1];
    if (next && next.startsAt < endsAt)
      throw new ValidationError(
        `bells.${next.key}.startsAt`,
        `${next.name} begins before ${name} ends, at ${formatTime(endsAt)}.`,
      );
  }
  if (!ordered.some(({ kind }) => kind === 'lesson')) throw new ValidationError('bells', 'Add a period for lessons.');
  return ordered.map(({ key: _, ...bell }) => bell);
}
