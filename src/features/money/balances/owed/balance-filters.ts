import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { declareFilters, filterBy } from '#kernel/list/filters.ts';
import { searchText } from '#kernel/list/search.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { cursorLength } from '#kernel/list/cursor.ts';
import { choice, id } from '#kernel/schemas.ts';
import { studentsMatching } from '#features/people/students/students-matching.ts';
import { students } from '#features/people/students/students.schema.ts';
import { balanceStates } from './balance-states.ts';

/** Open dues of the past: the invoice has more due before today than is paid. */
const isOverdue = sql`exists (select from invoices i where i.institution_id = b.institution_id and i.student_id = b.student_id
  and i.settled + i.credited < i.total and i.settled + i.credited < (select sum(d.amount) from invoice_dues d
    where d.institution_id = i.institution_id and d.invoice_id = i.id
      and d.due_on < (now() at time zone n.time_zone)::date))`;

const all = {
  q: filterBy(searchText, (text): SQL | undefined => {
    const found = studentsMatching(text);
    return found ? sql`b.student_id = any (array(${found}))` : undefined;
  }),
  above: filterBy(
    z.coerce.number().int().min(0).max(100_000_000_000),
    (naira): SQL => sql`b.owed > ${naira * 100}::bigint`,
  ),
  batch: filterBy(id, (batch): SQL => sql`${students.batchId} = ${batch}`),
  class: filterBy(
    id,
    (of): SQL =>
      sql`${students.batchId} in (select t.id from batches t where t.institution_id = b.institution_id and t.class_id = ${of})`,
  ),
  state: filterBy(choice(balanceStates), (state): SQL | undefined => (state === 'overdue' ? isOverdue : undefined)),
};
/** Conditions on `b` (student_balances), `n` (institutions) and students. */
export const balanceFilters = declareFilters<void, typeof all>(all);

export const BalanceFilter = z.object({
  ...viewFields,
  after: z.string().max(cursorLength).optional(),
  ...balanceFilters.shape,
});
export type BalanceFilter = z.infer<typeof BalanceFilter>;
