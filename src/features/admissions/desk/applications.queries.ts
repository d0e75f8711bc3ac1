import { or, sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { readCursor } from '#kernel/list/cursor.ts';
import { applicationLists, type ApplicationFilter, type ApplicationRow } from './applications.list.ts';
import type { SentState } from './desk-words.ts';

interface ListRequest {
  url: string;
  query: ApplicationFilter;
  read<T>(work: (db: Db, actor: Actor) => Promise<T>): Promise<T>;
}

/** A page of applications in the order of the address. */
export async function applicationRows<More extends object>(
  request: ListRequest,
  more: (db: Db, actor: Actor) => Promise<More>,
) {
  const { sort, after, ...filter } = request.query;
  if (sort === 'score') readCursor(after, 'number');
  if (sort === 'latest' && after !== undefined && !/^\d{1,15}$/.test(after))
    throw new Refused('after', 'This position in the list is not valid. Start from the top of the list.');
  const asked = { url: request.url, query: { ...filter, after } as never, read: request.read.bind(request) };
  const found = await applicationLists[sort].props(asked, more);
  return {
    ...found,
    rows: found.rows as ApplicationRow[],
    filter: { ...found.filter, sort: sort === 'name' ? sort : `-${sort}` },
  };
}

/** How many of the matching applications are in each state, whatever state the address asks for. */
export async function countsByState(
  db: Db,
  actor: Actor,
  filter: ApplicationFilter,
): Promise<Partial<Record<SentState, number>>> {
  const conditions = applicationLists.latest.conditions(actor, { ...filter, status: undefined });
  const { rows } = await db.execute<{ status: SentState; n: number }>(sql`
    select status, count(*)::int as n from applications where ${or(...conditions)} group by status`);
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

interface Option {
  value: string;
  label: string;
}

/** What the list can be filtered by. */
export async function applicationChoices(db: Db, actor: Actor, wanted: number | undefined) {
  const within = sql`institution_id = any (${sql.param(institutionsInView(actor, wanted, 'admissions.view'))}::int[])`;
  const { rows } = await db.execute<{ intakes: Option[]; programs: Option[]; classes: Option[] }>(sql`select
    (select coalesce(jsonb_agg(jsonb_build_object('value', i.id::text, 'label', p.name || ', ' || y.name)
        order by y.starts_on desc, p.name, i.id), '[]')
      from intakes i join programs p on (p.institution_id, p.id) = (i.institution_id, i.program_id)
      join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id) where i.${within}) as intakes,
    (select coalesce(jsonb_agg(jsonb_build_object('value', p.id::text, 'label', p.name) order by p.name, p.id), '[]')
      from programs p where p.${within} and exists (select from intakes i
        where (i.institution_id, i.program_id) = (p.institution_id, p.id))) as programs,
    (select coalesce(jsonb_agg(jsonb_build_object('value', c.id::text, 'label', c.name)
        order by c.position, c.name, c.id), '[]')
      from classes c where c.${within} and exists (select from intake_classes k
        where (k.institution_id, k.class_id) = (c.institution_id, c.id))) as classes`);
  return rows[0]!;
}
