import { sql, type SQL, and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor, institutionsWhere } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx, hasKey } from '#kernel/database.ts';
import { calendarEntries } from '../calendar.schema.ts';
import { entryKinds, entryAudiences } from '../entry-kinds.ts';
import { formatDay, type Day, addDays } from '#kernel/dates.ts';
import { ValidationError, NotFound } from '#kernel/errors.ts';
import { checkbox, choice, day, emptyIsNull, id, line, list } from '#kernel/schemas.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';

/** Adds a holiday, a half day, an exceptional school day or an event. */
export async function createEntry(tx: Tx, actor: Actor, input: z.output<typeof CreateEntry>): Promise<void> {
  const { institutionId, ...fields } = input;
  allow(actor, 'calendar.edit', institutionId);
  const values = entryColumnsOf(fields);
  await checkEntry(tx, institutionId, values);
  if (values.kind === 'holiday' && !input.closesTaken)
    await refuseTaken(
      tx,
      institutionId,
      sql`u.on_date between ${values.startsOn}::date and ${values.endsOn}::date`,
      'add the holiday',
    );
  const [entry] = await tx
    .insert(calendarEntries)
    .values({ ...values, institutionId, accountId: actor.accountId })
    .returning({ id: calendarEntries.id });
  await record(tx, actor, 'calendar.create', {
    institutionId,
    summary: `added the ${entryKinds[values.kind].toLowerCase()} ${values.title} to the calendar`,
    subject: { type: 'calendar_entry', id: entry!.id },
    details: values,
  });
}

/** Days with registers that would no longer be school days; `where` says which days `u.on_date` are meant. */
export async function refuseTaken(tx: Tx, institutionId: number, where: SQL, what: string): Promise<void> {
  const [found] = await query<{ registers: number; days: number; first: Day; last: Day }>(tx)`
    select coalesce(sum(u.registers), 0)::int as registers, count(*)::int as days, min(u.on_date)::text as first,
        max(u.on_date)::text as last
      from calendar_uses u where u.institution_id = ${institutionId} and ${where}`;
  const { registers, days, first, last } = found!;
  if (registers === 0) return;
  const when = days === 1 ? `on ${formatDay(first)}` : `on ${days} days from ${formatDay(first)} to ${formatDay(last)}`;
  const many = registers === 1 ? '1 register was' : `${registers} registers were`;
  throw new ValidationError(
    'closesTaken',
    `${many} taken ${when}. They stay, but these days no longer count as school days. Tick to ${what} anyway.`,
  );
}

const time = emptyIsNull(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 08:30.'));
const text = z
  .string()
  .transform((value) => value.normalize('NFC').replace(/\r\n?/g, '\n').trim())
  .pipe(z.string().max(2000, 'The note can have up to 2,000 characters.'));

const EntryFields = z.object({
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
function entryColumnsOf({ closesTaken: _, ...input }: EntryInput) {
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
type EntryValues = ReturnType<typeof entryColumnsOf>;

/** Refuses days and times in the wrong order, an audience of nobody, and classes of another institution. */
async function checkEntry(tx: Tx, institutionId: number, values: EntryValues): Promise<void> {
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
  const [found] = await query<{ classes: number }>(tx)`
    select count(*)::int as classes from classes where institution_id = ${institutionId}
      and id = any (${sql.param(values.classIds)}::bigint[])`;
  if (found!.classes < values.classIds.length) throw new ValidationError('classIds', 'Choose from the list.');
}

/** Deletes a calendar entry. Returns its title. */
export async function deleteEntry(tx: Tx, actor: Actor, id: number): Promise<string> {
  const entry = await lockEntry(tx, actor, id);
  const { institutionId, title, kind, startsOn } = entry;
  allow(actor, 'calendar.edit', institutionId);
  await tx.delete(calendarEntries).where(hasKey(calendarEntries, institutionId, id));
  await record(tx, actor, 'calendar.delete', {
    institutionId,
    summary: `deleted the ${entryKinds[kind].toLowerCase()} ${title} of ${formatDay(startsOn)} from the calendar`,
    subject: { type: 'calendar_entry', id },
    details: entry,
  });
  return title;
}

/** Locks an entry for a change: NotFound outside the institutions whose calendar the actor edits. */
export async function lockEntry(tx: Tx, actor: Actor, id: number) {
  const [entry] = await tx
    .select()
    .from(calendarEntries)
    .where(
      and(
        inArray(calendarEntries.institutionId, institutionsWhere(actor, 'calendar.edit')),
        eq(calendarEntries.id, id),
      ),
    )
    .for('no key update');
  if (!entry) throw new NotFound('calendar entry');
  return { ...entry, startsAt: entry.startsAt?.slice(0, 5) ?? null, endsAt: entry.endsAt?.slice(0, 5) ?? null };
}

export const EditEntry = edits(EntryFields);

/** Edits a calendar entry. A national holiday that was expected is certain once somebody moves it. */
export const editEntry = editRecord({
  action: 'calendar.edit',
  type: 'calendar_entry',
  table: calendarEntries,
  may: 'calendar.edit',
  fields: EditEntry,
  lock: lockEntry,
  inForm: (before) => ({ ...before, closesTaken: false }),
  together: [
    ['startsOn', 'endsOn'],
    ['startsAt', 'endsAt'],
  ],
  sets: ['audiences', 'classIds'],
  read: ({ input, before, touched }) => {
    const values = entryColumnsOf(input);
    const isMoved = touched.has('startsOn') || touched.has('endsOn') || values.kind !== 'holiday';
    return { ...values, isExpected: before.isExpected && !isMoved };
  },
  check: async ({ tx, before, values, input }) => {
    if (before.holiday && values.kind !== 'holiday')
      throw new ValidationError('kind', 'This is a national holiday. Delete it, then add the replacement.');
    await checkEntry(tx, before.institutionId, values);
    if (values.kind === 'holiday' && !input.closesTaken) await refuseNewlyClosed(tx, before, values);
  },
  nameOf: ({ before }) => before.title,
});

/** Days that were closed before by the same entry hurt nobody now. */
const refuseNewlyClosed = (
  tx: Tx,
  before: { institutionId: number; kind: string; startsOn: string; endsOn: string },
  { startsOn, endsOn }: EntryValues,
) =>
  refuseTaken(
    tx,
    before.institutionId,
    sql`u.on_date between ${startsOn}::date and ${endsOn}::date
      and not (${before.kind === 'holiday'} and u.on_date between ${before.startsOn}::date and ${before.endsOn}::date)`,
    'save the holiday',
  );
