import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { searchable } from '#kernel/searchable.ts';
import type { Band } from '#features/results/assessment/compute/types.ts';

interface ScaleVersion {
  name: string;
  entryFrom: string | null;
  bands: Band[];
}

/** Finds the bands that hold for a student: of a named scale, or of the only one, in the version of the entry year. */
export type BandsFor = (name: string | null, admittedOn: string | null) => Band[] | { problem: string };

export async function bandsIn(db: Db, institutionId: number): Promise<BandsFor> {
  const versions = await query<ScaleVersion>(
    db,
    sql`select s.name, v.entry_from::text as "entryFrom", v.bands from grading_scales s
      join grading_scale_versions v on (v.institution_id, v.scale_id) = (s.institution_id, s.id)
      where s.institution_id = ${institutionId} and s.archived_at is null order by s.name, v.version desc`,
  );
  const scales = Map.groupBy(versions, ({ name }) => searchable(name));
  const names = [...new Set(versions.map(({ name }) => name))];
  return (name, admittedOn) => {
    if (names.length === 0) return { problem: 'The school has no grading scale yet. Add one under Assessment first.' };
    if (name === null && scales.size > 1)
      return { problem: `The school has several grading scales. Name one of them: ${names.join(', ')}.` };
    const own = name === null ? versions : scales.get(searchable(name));
    if (!own) return { problem: `“${name}” is not a grading scale of the school. Use ${names.join(', ')}.` };
    const version = own.find(({ entryFrom }) => entryFrom === null || (admittedOn !== null && entryFrom <= admittedOn));
    return (version ?? own.at(-1)!).bands;
  };
}

/** The highest band that a total reaches. */
export const bandAt = (bands: Band[], total: number): Band | undefined =>
  bands.toSorted((a, b) => b.from - a.from).find(({ from }) => from <= total);

export const bandCalled = (bands: Band[], grade: string): Band | undefined =>
  bands.find((band) => searchable(band.grade) === searchable(grade));

/** Every band but the lowest is a pass. */
export const isPass = (bands: Band[], { from }: Band): boolean => from > Math.min(...bands.map((band) => band.from));
