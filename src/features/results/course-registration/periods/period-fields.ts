import { z } from 'zod';
import type { Tx } from '#kernel/database.ts';
import { query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { amount, checkbox, day, emptyIsNull, id, optionalDay } from '#kernel/schemas.ts';
import { sql } from 'drizzle-orm';

const units = (most: string) => z.coerce.number(most).int(most).min(0, most).max(200, most);

export const PeriodFields = z.object({
  minimumUnits: units('Enter a number of units between 0 and 200.'),
  maximumUnits: units('Enter a number of units between 1 and 200.'),
  opensOn: day,
  closesOn: day,
  lateUntil: optionalDay,
  lateFee: emptyIsNull(amount('The fee')),
  lateCategoryId: emptyIsNull(id),
  allowsOverride: checkbox,
});

export type PeriodInput = z.output<typeof PeriodFields>;

/** Refuses limits, days and a fee that do not go together. */
export async function checkPeriod(tx: Tx, institutionId: number, input: PeriodInput): Promise<void> {
  const { minimumUnits, maximumUnits, opensOn, closesOn, lateUntil, lateFee, lateCategoryId } = input;
  if (maximumUnits < 1) throw new ValidationError('maximumUnits', 'Enter a number of units between 1 and 200.');
  if (minimumUnits > maximumUnits) throw new ValidationError('minimumUnits', 'The minimum can’t be above the maximum.');
  if (closesOn < opensOn) throw new ValidationError('closesOn', 'Registration can’t close before it opens.');
  if (lateUntil !== null && lateUntil <= closesOn)
    throw new ValidationError('lateUntil', 'Late registration ends after registration closes.');
  if (lateFee !== null && lateUntil === null)
    throw new ValidationError('lateUntil', 'Enter until when students can register late.');
  if (lateFee !== null && lateCategoryId === null)
    throw new ValidationError('lateCategoryId', 'Choose the fee category that the late fee belongs to.');
  if (lateFee === null && lateCategoryId !== null) throw new ValidationError('lateFee', 'Enter the late fee.');
  if (lateCategoryId === null) return;
  const [category] = await query<{ id: number }>(
    tx,
    sql`select id::int as id from fee_categories
      where (institution_id, id) = (${institutionId}, ${lateCategoryId}) and archived_at is null`,
  );
  if (!category) throw new ValidationError('lateCategoryId', 'Choose a category from the list.');
}
