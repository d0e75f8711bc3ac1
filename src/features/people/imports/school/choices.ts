import type { Db } from '#kernel/database.ts';
import { wordLists } from '#features/records/lookups/lookups.queries.ts';
import { bloodGroups, genotypes } from '#features/records/people/blood.ts';
import { studentStatuses } from '#features/people/students/student-status.ts';
import type { Field } from '../engine/field.ts';
import type { School } from '../kinds/kind.ts';
import { listsOf } from '../engine/field.ts';

const fixed: Record<string, string[]> = {
  gender: ['Female', 'Male'],
  status: studentStatuses.map((status) => status[0]!.toUpperCase() + status.slice(1)),
  bloodGroup: [...bloodGroups],
  genotype: [...genotypes],
};

/** The values to choose from, by field: those of lists, open batches and others that are few. */
export async function choicesOf(
  db: Db,
  institutionId: number,
  school: School,
  canImport: (field: Field) => boolean,
): Promise<Record<string, string[]>> {
  const lists = await wordLists(db, institutionId, listsOf(school.roster));
  const batches = [...school.batches.values()]
    .map(({ name }) => name)
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  return Object.fromEntries(
    Object.entries(school.roster.fields).flatMap(([key, field]): [string, string[]][] => {
      const values = key === 'batch' ? batches : ((field.list && lists[field.list]) ?? field.choices ?? fixed[key]);
      return values && canImport(field) ? [[key, values]] : [];
    }),
  );
}
