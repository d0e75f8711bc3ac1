import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { ValidationError } from '#kernel/errors.ts';
import { calendarEntries } from '../calendar.schema.ts';
import { checkEntry, entryColumnsOf, EntryFields, type EntryValues } from './entry-fields.ts';
import { lockEntry } from './lock-entry.ts';
import { refuseTaken } from './taken-registers.ts';

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
      throw new ValidationError('kind', 'This is a national holiday. Delete it, then add what happens instead.');
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
