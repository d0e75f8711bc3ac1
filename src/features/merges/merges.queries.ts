import { accountNameOf } from '#kernel/account-name.ts';
import { and, asc, desc, eq, inArray, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import { allow, can, institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { bounded, type Bounded } from '#kernel/bounded.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { literally } from '#kernel/searchable.ts';
import { accounts } from '#features/accounts/accounts.schema.ts';
import { hasSameName } from '#features/people/alike.ts';
import { merges, type Entity } from '#features/people/people.schema.ts';
import { entities, mergeEntities } from './entities.ts';
import { undoDays } from './undo-merge.ts';

const pageSize = 50;

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

/** Merges that the person may know of, the latest first. */
export async function listMerges(db: Db, actor: Actor, wanted?: number, after?: number) {
  const inView = institutionsInView(actor, wanted, 'people.merge');
  const known = entities.flatMap((entity) => {
    const may = institutionsWhere(actor, mergeEntities[entity].edit).filter((id) => inView.includes(id));
    return may.length ? [and(eq(merges.entity, entity), inArray(merges.institutionId, may))!] : [];
  });
  const found = await db
    .select({
      id: merges.id,
      institutionId: merges.institutionId,
      entity: merges.entity,
      keptId: merges.keptId,
      kept: sql<string>`${merges.content} ->> 'kept'`,
      merged: sql<string>`${merges.content} ->> 'merged'`,
      person: sql<string | null>`${accountNameOf(accounts.name, accounts.username)}`,
      at: sql<string>`to_char(${merges.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
      isUndone: sql<boolean>`${merges.undoneAt} is not null`,
      canUndo: sql<boolean>`${merges.undoneAt} is null and ${merges.createdAt} > now() - make_interval(days => ${undoDays})`,
    })
    .from(merges)
    .leftJoin(accounts, eq(accounts.id, merges.accountId))
    .where(and(known.length ? or(...known) : sql`false`, after ? lt(merges.id, after) : undefined))
    .orderBy(desc(merges.id))
    .limit(pageSize + 1);
  const rows = found.slice(0, pageSize);
  return { rows, after: found.length > pageSize ? rows.at(-1)!.id : null };
}
export type MergeRow = Awaited<ReturnType<typeof listMerges>>['rows'][number];
