import { sql } from 'drizzle-orm';
import { can, institutionsInView } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { remembered } from '#kernel/database/remembered.ts';
import { isOneOf, rowsOf } from '#kernel/database.ts';
import { seenWhole } from './students.policy.ts';

const shown = 5;
/** Reads all students, so not each time somebody looks. */
const keptFor = 600_000;

export const possibleDuplicates: ReadyDashlet = {
  ...{ key: 'people.duplicates', label: 'Possible duplicates', place: 200, size: 'small', may: ['people.merge'] },
  description: 'Students with the same names and the same date of birth. Counted every ten minutes.',
  empty: 'No two students have the same names and date of birth.',
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'people.merge').filter(
      (id) => can(actor, 'students.edit', id) && seenWhole(actor, id) !== null,
    );
    if (ids.length === 0) return null;
    const rows = await remembered(
      actor,
      `people.duplicates ${ids.join(' ')}`,
      () =>
        rowsOf<{ name: string; count: number; all: number }>(
          db,
          sql`select min(concat_ws(' ', first_name, middle_name, surname)) as name, count(*)::int as count, (count(*) over ())::int as all
            from students where ${isOneOf(sql`institution_id`, ids)} and merged_into_id is null and anonymised_at is null
              and birth_date is not null
            group by institution_id, sort_name, birth_date having count(*) > 1 order by min(sort_name) limit ${shown}`,
        ),
      keptFor,
    );
    if (rows.length === 0) return null;
    return {
      as: 'list',
      hint: `${rows[0]!.all} ${rows[0]!.all === 1 ? 'pair' : 'pairs or more'} in all`,
      points: rows.map(({ name, count }) => ({
        ...{ label: name, value: count, shown: `${count} records`, href: `/students?q=${encodeURIComponent(name)}` },
      })),
    };
  },
};
