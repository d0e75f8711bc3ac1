import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { query, type Tx } from '#kernel/database.ts';
import { addDays } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { checkbox, choice, day, emptyIsNull, id, line, list } from '#kernel/schemas.ts';
import { entryAudiences, entryKinds } from '../entry-kinds.ts';

const time = emptyIsNull(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 08:30.'));
const text = z
  .string()
  .transform((value) => value.normalize('NFC').replace(/\r\n?/g, '\n').trim())
  .pipe(z.string().max(2000, 'The note can have up to 2,000 characters.'));

export const EntryFields = z.object({
  kind: choice(entryKinds),
  title: line(120, 'The title'),
  note: emptyIsNull(text),
  startsOn: day,
  endsOn: emptyIsNull(day),
  startsAt: time,
  endsAt: time,
  audiences: list(choice(entryAudiences)),
  classIds: list(id).refine((ids) => ids.length <= 200, 'Choose up to 200.'),
  /** Confirms that days with registers become a holiday. */
  closesTaken: checkbox,
});
export const CreateEntry = EntryFields.safeExtend({ institutionId: id });

type EntryInput = z.output<typeof EntryFields>;

const longest = 366;
const ordered = <T extends number | string>(values: T[]): T[] =>
  [...new Set(values)].toSorted((one, other) => (one < other ? -1 : 1));

/** The columns of what was typed. Only events have times and an audience; without one of its own an event is for all. */
export function entryColumnsOf({ closesTaken: _, ...input }: EntryInput) {
  const isEvent = input.kind === 'event';
  const all = Object.keys(entryAudiences) as EntryInput['audiences'];
  return {
    ...input,
    endsOn: input.endsOn ?? input.startsOn,
    startsAt: isEvent ? input.startsAt : null,
    endsAt: isEvent ? input.endsAt : null,
    audiences: isEvent ? all.filter((one) => input.audiences.includes(one)) : all,
    classIds: isEvent ? ordered(input.classIds) : [],
  };
}
export type EntryValues = ReturnType<typeof entryColumnsOf>;

/** Refuses days and times in the wrong order, an audience of nobody, and classes of another institution. */
export async function checkEntry(tx: Tx, institutionId: number, values: EntryValues): Promise<void> {
  const { startsOn, endsOn, startsAt, endsAt } = values;
  if (endsOn < startsOn) throw new ValidationError('endsOn', 'The last day is before the first day.');
  if (endsOn > addDays(startsOn, longest))
    throw new ValidationError('endsOn', 'Choose a last day within a year of the first.');
  if (endsAt && !startsAt) throw new ValidationError('startsAt', 'Enter when it starts, or remove the end time.');
  if (startsAt && endsAt && startsOn === endsOn && endsAt <= startsAt)
    throw new ValidationError('endsAt', 'The end is not after the start.');
  if (values.audiences.length === 0) throw new ValidationError('audiences', 'Choose employees, students or guardians.');
  if (values.classIds.length === 0) return;
  if (!values.audiences.some((one) => one !== 'employee'))
    throw new ValidationError(
      'classIds',
      'Classes narrow an event for students or guardians. Choose one of them, or no class.',
    );
  const [found] = await query<{ classes: number }>(
    tx,
    sql`select count(*)::int as classes from classes where institution_id = ${institutionId}
      and id = any (${sql.param(values.classIds)}::bigint[])`,
  );
  if (found!.classes < values.classIds.length) throw new ValidationError('classIds', 'Choose from the list.');
}
