import { eq, sql } from 'drizzle-orm';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { filterBy, searchText } from '#kernel/list/filters.ts';
import { choice, day } from '#kernel/schemas.ts';
import { readSerial } from '../pin-keys.ts';
import { pinTries } from '../pins.schema.ts';
import { tryOutcomes } from '../pins.ts';

/** Tries of pins, latest first: where somebody guesses, the same address or serial number comes again and again. */
export const tryList = declareList({
  id: pinTries.id,
  visible: inInstitutions(pinTries.institutionId, 'pins.view'),
  filters: {
    q: filterBy(
      searchText,
      (text) => sql`(${pinTries.serial} = ${readSerial(text) ?? -1} or ${pinTries.address} = ${text})`,
    ),
    outcome: filterBy(choice(tryOutcomes), (outcome) => eq(pinTries.outcome, outcome)),
    from: filterBy(day, (from) => sql`${pinTries.at} >= ${from}::date`),
    to: filterBy(day, (to) => sql`${pinTries.at} < ${to}::date + 1`),
  },
  select: (db) =>
    db
      .select({
        id: pinTries.id,
        institutionId: pinTries.institutionId,
        at: pinTries.at,
        serial: pinTries.serial,
        outcome: pinTries.outcome,
        address: pinTries.address,
        form: pinTries.form,
      })
      .from(pinTries),
});
export type TryRow = Awaited<ReturnType<typeof tryList.readPage>>['rows'][number];
