import { and, asc, eq, ne, or, sql, type SQL } from 'drizzle-orm';
import { allow, can, type Actor } from '#kernel/actor.ts';
import { bounded, type BoundedList } from '#kernel/database/bounded.ts';
import { type Db, pick } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { literally } from '#kernel/searchable.ts';
import { hasSameName } from '#features/records/people/duplicates.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';

const select = (db: Db, { number, hint }: PersonKind, table: PersonKind['table']) =>
  db
    .select({
      ...pick(table, 'id', 'institutionId', 'surname', 'firstName', 'middleName'),
      number: number ? sql<string>`${sql.identifier(number.column)}` : sql<null>`null`,
      // What tells two people of the same name apart.
      hint,
    })
    .from(table);

/** The record that a merge starts from. */
export async function findCandidate(db: Db, actor: Actor, kind: PersonKind, personId: number) {
  const [row] = await select(db, kind, kind.table).where(and(kind.visibleTo(actor), eq(kind.table.id, personId)));
  if (!row) throw new NotFound(kind.entity);
  allow(actor, 'people.merge', row.institutionId);
  allow(actor, kind.edit, row.institutionId);
  return row;
}

export type Candidate = Awaited<ReturnType<typeof findCandidate>>;

/** As many as a user can compare at a glance. */
const shown = 10;

/** People whose record contains every word; without a word, possible duplicates of the kept record. */
export function listCandidates(
  db: Db,
  actor: Actor,
  kind: PersonKind,
  kept: Candidate,
  q: string,
): Promise<BoundedList<Candidate>> {
  const words = q
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 6);
  const from = words.length ? 'findable' : 'table';
  const table = kind[from];
  const wanted = words.length
    ? and(...words.map((word) => sql`${table.searchText} like '%' || akada_searchable(${literally(word)}) || '%'`))
    : possibleDuplicates(actor, kind, kept);
  return bounded(shown, (limit) =>
    select(db, kind, table)
      .where(
        and(kind.visibleTo(actor, from), eq(table.institutionId, kept.institutionId), ne(table.id, kept.id), wanted),
      )
      .orderBy(asc(table.sortName), asc(table.id))
      .limit(limit),
  );
}

/** The same names, with or without a middle one, the same phone, or the same birth date and surname. */
function possibleDuplicates(actor: Actor, { table, mergeFields, groups, people }: PersonKind, kept: Candidate) {
  const own = (column: string) =>
    sql`(select o.${sql.identifier(column)} from ${sql.identifier(people)} o where o.institution_id = ${kept.institutionId} and o.id = ${kept.id})`;
  const conditions: (SQL | undefined)[] = [
    hasSameName(table, kept),
    sql`${table.phone} in (${own('phone')}, ${own('mobile')})`,
    sql`${table.mobile} in (${own('phone')}, ${own('mobile')})`,
  ];
  // If birth dates are restricted, only users with access can learn that two people share one.
  const birth = mergeFields.find(({ key }) => key === 'birth_date');
  if (birth && (birth.group === 'general' || can(actor, groups[birth.group], kept.institutionId)))
    conditions.push(
      sql`birth_date = ${own('birth_date')} and akada_searchable(${table.surname}) = akada_searchable(${kept.surname})`,
    );
  return or(...conditions);
}
