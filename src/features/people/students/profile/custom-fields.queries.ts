import { and, eq, sql } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { recordId } from '#kernel/database/cached-query.ts';
import { customFieldsOf as ownFields } from '#features/records/custom-fields/serve-custom-files.ts';
import { listStates } from '#features/records/geography/geography.queries.ts';
import { listValuesOf } from '#features/records/lookups/lookups.queries.ts';
import type { ListKey } from '#features/records/lookups/lookups.schema.ts';
import { maySeeStudents, visibleTo } from '../students.policy.ts';
import { students } from '../students.schema.ts';

/** Custom fields of these groups with their values, for a student whom the actor can see; otherwise none. */
export const customFieldsOf = ownFields(
  'student',
  (actor) => sql<number>`(select ${students.institutionId} from ${students}
    where ${and(visibleTo(actor, students), eq(students.id, recordId))})`,
);

/** The values of a list in all institutions in view. */
export async function listValuesInView(db: Db, actor: Actor, key: ListKey, wanted?: number): Promise<string[]> {
  const inView = institutionsInView(actor, wanted, ...maySeeStudents);
  const lists = await Promise.all(inView.map((id) => listValuesOf(db, id, key)));
  return [...new Set(lists.flat())];
}

/** The states to filter by: of the country in which all institutions in view are. */
export async function statesInView(db: Db, actor: Actor, wanted?: number) {
  const countries = new Set(
    institutionsInView(actor, wanted, ...maySeeStudents).map((id) => membershipIn(actor, id)!.countryId),
  );
  const [country, ...others] = countries;
  return country && others.length === 0 ? listStates(db, country) : [];
}
