import { sql } from 'drizzle-orm';
import { can, institutionsInView, type Actor } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { memoizeForActor } from '#kernel/database/memoize-for-actor.ts';
import { isOneOf, type Db, query } from '#kernel/database.ts';
import { seenWhole } from './students.policy.ts';

const shown = 5;
/** Reads all students, so not each time somebody looks. */
const keptFor = 600_000;

interface DuplicateGroup {
  name: string;
  count: number;
  all: number;
}

export const possibleDuplicates: ReadyDashlet = {
  key: 'people.duplicates',
  label: 'Possible duplicates',
  place: 200,
  size: 'small',
  may: ['people.merge'],
  description: 'Students with the same names and the same date of birth. Counted every ten minutes.',
  empty: 'No two students have the same names and date of birth.',
  async load(db, actor, wanted) {
    const rows = await duplicateGroups(db, actor, wanted);
    if (rows.length === 0) return null;
    return {
      as: 'list',
      hint: `${rows[0]!.all} ${rows[0]!.all === 1 ? 'pair' : 'pairs or more'} in all`,
      points: rows.map(({ name, count }) => ({
        label: name,
        value: count,
        shown: `${count} records`,
        href: `/students?q=${encodeURIComponent(name)}`,
      })),
    };
  },
};

/** Groups of students with the same names and birth date, where the actor can merge them, and how many there are. */
export async function duplicateGroups(db: Db, actor: Actor, wanted: number | undefined): Promise<DuplicateGroup[]> {
  const ids = institutionsInView(actor, wanted, 'people.merge').filter(
    (id) => can(actor, 'students.edit', id) && seenWhole(actor, id) !== null,
  );
  if (ids.length === 0) return [];
  return memoizeForActor(
    actor,
    `people.duplicates ${ids.join(' ')}`,
    () =>
      query<DuplicateGroup>(db)`
        select min(concat_ws(' ', first_name, middle_name, surname)) as name, count(*)::int as count, (count(*) over ())::int as all
        from students where ${isOneOf(sql`institution_id`, ids)} and merged_into_id is null and anonymised_at is null
          and birth_date is not null
        group by institution_id, sort_name, birth_date having count(*) > 1 order by min(sort_name) limit ${shown}`,
    keptFor,
  );
}
