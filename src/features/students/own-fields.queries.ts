import { and, eq, sql } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { keptQuery } from '#kernel/kept-query.ts';
import type { FieldGroup } from '#kernel/field-groups.ts';
import { fieldsFor, valueRows, valuesFrom } from '#features/custom-fields/custom-fields.queries.ts';
import { listStates } from '#features/geography/geography.queries.ts';
import { wordsOf } from '#features/lookups/lookups.queries.ts';
import type { ListKey } from '#features/lookups/lookups.schema.ts';
import type { OwnFields } from './students.pages.ts';
import { maySeeStudents, visibleTo } from './students.policy.ts';
import { students } from './students.schema.ts';

/** Own fields of these groups and what is in them, of a student whom the actor may see; of others nothing. */
export async function ownFieldsOf(
  db: Db,
  actor: Actor,
  studentId: number,
  groups: readonly FieldGroup[],
): Promise<OwnFields> {
  const given = { id: studentId };
  const [fields, rows] = await Promise.all([
    fieldsInForce(db, actor, { groups }, given),
    valuesInThem(db, actor, { groups }, given),
  ]);
  return { fields, values: valuesFrom(rows) };
}

interface Shown {
  groups: readonly FieldGroup[];
}
const studentId = sql.placeholder('id');
/** Of a student whom the actor may see; else none. */
const institutionIn = (actor: Actor) => sql<number>`(select ${students.institutionId} from ${students}
    where ${and(visibleTo(actor, students), eq(students.id, studentId))})`;
const fieldsInForce = keptQuery((db, actor, { groups }: Shown) =>
  fieldsFor(db, institutionIn(actor), 'student', groups),
);
const valuesInThem = keptQuery((db, actor, { groups }: Shown) =>
  valueRows(db, institutionIn(actor), 'student', studentId, groups),
);

/** The words of a list in all institutions in view. */
export async function wordsInView(db: Db, actor: Actor, key: ListKey, wanted?: number): Promise<string[]> {
  const inView = institutionsInView(actor, wanted, ...maySeeStudents);
  const lists = await Promise.all(inView.map((id) => wordsOf(db, id, key)));
  return [...new Set(lists.flat())];
}

/** The states by which students can be told apart: of the country in which all institutions in view are. */
export async function statesInView(db: Db, actor: Actor, wanted?: number) {
  const countries = new Set(
    institutionsInView(actor, wanted, ...maySeeStudents).map((id) => membershipIn(actor, id)!.countryId),
  );
  const [country, ...others] = countries;
  return country && others.length === 0 ? listStates(db, country) : [];
}
