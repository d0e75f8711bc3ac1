import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { query, type Db } from '#kernel/database.ts';
import type { Designation } from '#features/results/assessment/compute/types.ts';
import { placeKey, pinnedCourses } from '../term-results/pinned-courses.queries.ts';
import { mainScheme } from '../term-results/registrations.ts';

/** What a student's CGPA, or average, is judged by. */
export interface ScaleOfSheet {
  designations: readonly Designation[];
  /** Of all versions of the scale: a class that one of them names was right when it was written. */
  versions: readonly (readonly Designation[])[];
}

interface Place {
  termId: number;
  batchId: number;
  admissionDate: string | null;
}

const Version = z.object({
  scaleId: z.number(),
  entryFrom: z.string().nullable(),
  designations: z.array(z.custom<Designation>()),
});
type Version = z.infer<typeof Version>;

/** The classes of the scale of each student's cohort, in the sheets of the places given. Null without a sheet. */
export async function classesOf(
  db: Db,
  institutionId: number,
  places: readonly Place[],
): Promise<(place: Place) => ScaleOfSheet | null> {
  const wanted = [...new Set(places.map(({ termId, batchId }) => placeKey(termId, batchId)))].map((key) =>
    key.split(' ').map(Number),
  );
  if (wanted.length === 0) return () => null;
  const pinned = await pinnedCourses(
    db,
    institutionId,
    sql`(s.term_id, s.batch_id) in (select * from unnest(${sql.param(wanted.map(([term]) => term))}::bigint[],
      ${sql.param(wanted.map(([, batch]) => batch))}::bigint[]))`,
  );
  const schemes = new Map([...pinned].map(([key, courses]) => [key, mainScheme(courses)]));
  const scaleIds = [...new Set([...schemes.values()].flatMap((scheme) => scheme?.scaleId ?? []))];
  const versions = await query(
    db,
    sql`select v.scale_id::int as "scaleId", v.entry_from::text as "entryFrom", v.designations
      from grading_scale_versions v where v.institution_id = ${institutionId}
        and v.scale_id = any (${sql.param(scaleIds)}::bigint[]) order by v.version desc`,
    Version,
  );
  const byScale = Map.groupBy(versions, ({ scaleId }) => scaleId);
  return ({ termId, batchId, admissionDate }) => {
    const scheme = schemes.get(placeKey(termId, batchId));
    if (!scheme) return null;
    const all = byScale.get(scheme.scaleId)!;
    const own =
      all.find(({ entryFrom }) => entryFrom === null || (admissionDate !== null && entryFrom <= admissionDate)) ??
      all.at(-1)!;
    return { designations: own.designations, versions: all.map(({ designations }) => designations) };
  };
}
