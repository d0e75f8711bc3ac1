import { searchable } from '#kernel/searchable.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { NotFound } from '#kernel/errors.ts';
import { fieldGroups } from '#kernel/field-groups.ts';
import { fieldsFor } from '#features/custom-fields/custom-fields.queries.ts';
import { loadGazetteer } from '#features/geography/geography.queries.ts';
import { lists, type ListKey } from '#features/lookups/lookups.schema.ts';
import { institutions } from '#features/institutions/institutions.schema.ts';
import { academicSessions } from '#features/structure/structure.schema.ts';
import { batchIndex } from './engine/batch-index.ts';
import type { Surroundings } from './engine/field.ts';
import { kinds } from './kinds/all.ts';
import type { ImportKind } from './kinds/kind-words.ts';
import { listsOf, type Kind } from './kinds/kind.ts';
import { listOpenBatches } from './open-batches.queries.ts';
import { ownFields } from './own-fields.ts';

/** What a file's words are looked up in: the institution with its lists and own fields, its current session's open batches, the world's places. */
export async function loadSchool(db: Db, institutionId: number, importKind: ImportKind) {
  const kind = kinds[importKind];
  const [[institution], openBatches, [session], places, words, own] = await Promise.all([
    db
      .select({
        countryId: institutions.countryId,
        timeZone: institutions.timeZone,
        admission: institutions.admissionNumberPattern,
        employee: institutions.employeeNumberPattern,
        batchWord: sql<string>`lower(coalesce(${institutions.terminology} ->> 'batch', 'batch'))`,
      })
      .from(institutions)
      .where(eq(institutions.id, institutionId)),
    listOpenBatches(db, institutionId),
    db
      .select({ name: academicSessions.name })
      .from(academicSessions)
      .where(and(eq(academicSessions.institutionId, institutionId), academicSessions.isCurrent)),
    loadGazetteer(db),
    wordsOf(db, institutionId, listsOf(kind)),
    fieldsFor(db, institutionId, kind.entity, fieldGroups),
  ]);
  if (!institution) throw new NotFound('institution');
  const surroundings: Surroundings = {
    today: today(institution.timeZone),
    countryId: institution.countryId ?? 'NG',
    places,
    batches: batchIndex(session?.name ?? 'the current session', openBatches, institution.batchWord),
  };
  return {
    surroundings,
    words,
    /** The kind, with the institution's own fields. */
    roster: { ...kind, fields: { ...kind.fields, ...ownFields(own) } } as Kind,
    ownFields: own,
    patterns: { admission: institution.admission, employee: institution.employee },
    batches: new Map(openBatches.map((batch) => [batch.id, batch])),
  };
}
export type School = Awaited<ReturnType<typeof loadSchool>>;

/** The words of lists, folded; those offered no more are words still. */
async function wordsOf(db: Db, institutionId: number, wanted: ListKey[]) {
  const parts = wanted.map(
    (key) => sql`select ${key}::text as key, name from ${lists[key]} where institution_id = ${institutionId}`,
  );
  const { rows } = await db.execute<{ key: ListKey; name: string }>(sql.join(parts, sql` union all `));
  const words = new Map(wanted.map((key) => [key, new Set<string>()]));
  for (const { key, name } of rows) words.get(key)!.add(searchable(name));
  return words;
}
