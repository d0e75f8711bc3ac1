import { and, asc, eq, ne, or, sql, type SQL } from 'drizzle-orm';
import { allow, can, type Actor } from '#kernel/actor.ts';
import { bounded, type Bounded } from '#kernel/bounded.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { literally } from '#kernel/searchable.ts';
import { hasSameName } from '#features/people/alike.ts';
import { type Entity } from '#features/people/people.schema.ts';
import { mergeEntities } from './entities.ts';

export interface Candidate {
  id: number;
  institutionId: number;
  surname: string;
  firstName: string;
  middleName: string | null;
  number: string | null;
  /** What tells two of the same name apart. */
  hint: string | null;
}

const select = (db: Db, actor: Actor, entity: Entity, findable = false) => {
  const about = mergeEntities[entity];
  // The three tables name alike what is read of them here.
  const table = (findable ? about.findable : about.people) as typeof about.people;
  const hint =
    entity === 'student'
      ? sql<string | null>`concat_ws(', ', to_char(birth_date, 'FMDD Mon YYYY'), batch_name, status)`
      : entity === 'employee'
        ? sql<string | null>`concat_ws(', ', job_title, department, coalesce(phone, mobile))`
        : sql<string | null>`concat_ws(', ', coalesce(mobile, phone), email, occupation)`;
  const query = db
    .select({
      id: table.id,
      institutionId: table.institutionId,
      surname: table.surname,
      firstName: table.firstName,
      middleName: table.middleName,
      number: about.number ? sql<string>`${sql.identifier(about.number)}` : sql<null>`null`,
      hint,
    })
    .from(table);
  return { about, table, query };
};

/** The record that a merge starts from. */
export async function candidate(db: Db, actor: Actor, entity: Entity, personId: number): Promise<Candidate> {
  const { about, table, query } = select(db, actor, entity);
  const [row] = await query.where(and(about.visible(actor), eq(table.id, personId)));
  if (!row) throw new NotFound(entity);
  allow(actor, 'people.merge', row.institutionId);
  allow(actor, about.edit, row.institutionId);
  return row;
}

/** As many as one compares by eye. */
const shown = 10;

/**
 * Who matches every word; without a word, who bears the same names, with or without a middle one, the same birth date
 * and surname, or the same phone.
 */
export async function candidates(
  db: Db,
  actor: Actor,
  entity: Entity,
  kept: Candidate,
  q: string,
): Promise<Bounded<Candidate>> {
  const words = q
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 6);
  const { about, table, query } = select(db, actor, entity, words.length > 0);
  const here: (SQL | undefined)[] = [
    about.visible(actor, words.length > 0),
    eq(table.institutionId, kept.institutionId),
    ne(table.id, kept.id),
  ];
  if (words.length) {
    const holds = words.map((word) => sql`${table.searchText} like '%' || akada_searchable(${literally(word)}) || '%'`);
    return bounded(shown, (limit) =>
      query
        .where(and(...here, ...holds))
        .orderBy(asc(table.sortName), asc(table.id))
        .limit(limit),
    );
  }
  const own = (column: string) =>
    sql`(select o.${sql.identifier(column)} from ${sql.identifier(about.table)} o where o.institution_id = ${kept.institutionId} and o.id = ${kept.id})`;
  const alike = [
    hasSameName(table, kept),
    sql`${table.phone} in (${own('phone')}, ${own('mobile')})`,
    sql`${table.mobile} in (${own('phone')}, ${own('mobile')})`,
    // Who was born when is private of employees: that two share a day is not told to who may not know it.
    entity === 'guardian' || (entity === 'employee' && !can(actor, about.groups.private, kept.institutionId))
      ? undefined
      : sql`birth_date = ${own('birth_date')} and akada_searchable(${table.surname}) = akada_searchable(${kept.surname})`,
  ];
  return bounded(shown, (limit) =>
    query
      .where(and(...here, or(...alike)))
      .orderBy(asc(table.sortName), asc(table.id))
      .limit(limit),
  );
}
