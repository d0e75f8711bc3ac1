import { and, sql, type SQL } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { prepared, type Db } from '#kernel/database.ts';
import { cachedByActor } from '#kernel/database/cached.ts';
import { nextAddress, readCursor, writeCursor } from '#kernel/list/cursor.ts';
import {
  onePage,
  oneTooMany,
  readListing,
  renderSearch,
  type Listing,
} from '#features/records/people/list/list-statement.ts';
import {
  matches,
  patternsOf,
  placesFor,
  shapeOf,
  valuesFor,
  type Patterns,
  searchWords,
} from '#features/records/people/search-patterns.ts';
import type { applications } from '../admissions.schema.ts';
import { isListed, matching, narrowing, orders, type ApplicationFilter } from './applications.list.ts';

type Application = typeof applications.$inferSelect;
type Shown =
  | ('id' | 'institutionId' | 'number' | 'surname' | 'firstName' | 'middleName' | 'status' | 'phone' | 'email')
  | ('gender' | 'birthDate');

export interface ApplicationRow extends Pick<Application, Shown> {
  /** Decimals, as short as they are. */
  score: string | null;
  sentOn: string;
  isReturning: boolean;
  program: string;
  session: string;
  class: string | null;
  age: number | null;
  /** How many required papers have not arrived. Those of admitted students are with their records. */
  missing: number;
  hasTask: boolean;
}

interface ListRequest {
  url: string;
  query: ApplicationFilter;
  read<T>(work: (db: Db, actor: Actor) => Promise<T>): Promise<T>;
}

/** The page of the list with its filter; `more` depends on the verified actor alone. */
export async function applicationRows<More extends object>(request: ListRequest, more: (actor: Actor) => More) {
  const { after, ...filter } = request.query;
  const { rows, next, can } = await request.read(async (db, actor) => ({
    ...(await readPage(db, actor, request.query)),
    can: more(actor),
  }));
  return {
    rows,
    can,
    next: nextAddress(request.url, next),
    filter: { ...filter, sort: filter.sort === 'name' ? filter.sort : `-${filter.sort}` },
    ...narrowing(filter),
  };
}

/** The same pages are opened many times, so their statements are cached. */
const listings = cachedByActor<Listing>();

async function readPage(db: Db, actor: Actor, filter: ApplicationFilter) {
  const cursor = readCursor(filter.after, orders[filter.sort].sortedBy);
  const patterns = patternsOf(searchWords(filter.q));
  const listing = listings(actor, { ...filter, q: shapeOf(patterns), after: cursor !== null }, () =>
    renderPage(actor, filter, placesFor(patterns), cursor !== null),
  );
  const shownAs = { atMost: 50, unseen: ['sortKey'] };
  const found = await readListing<ApplicationRow>(db, listing, { ...valuesFor(patterns), ...cursor }, shownAs);
  const { sortKey: key, id } = found.last ?? {};
  return { rows: found.rows, next: found.isMore ? writeCursor({ key: key!, id: Number(id), part: 1 }) : null };
}

function renderPage(actor: Actor, filter: ApplicationFilter, patterns: Patterns[], isBehind: boolean): Listing {
  const institutionIds = institutionsInView(actor, filter.institution_id, 'admissions.view');
  if (institutionIds.length === 0) return null;
  const only = institutionIds.length === 1 ? institutionIds[0] : undefined;
  const { key, by, isDown } = orders[filter.sort];
  const place = sql`(${sql.placeholder('key')}${filter.sort === 'name' ? sql`` : sql`::bigint`}, ${sql.placeholder('id')}::bigint)`;
  const behind = isBehind ? sql`(${key}, applications.id) ${isDown ? sql`<` : sql`>`} ${place}` : undefined;
  const found = [
    isListed,
    behind,
    ...matching(actor, filter, true),
    ...patterns.map((pattern) => matches(sql`applications.search_text`, pattern)),
  ];
  // Row-level security keeps LIKE from the index; the view checks the institution by itself.
  const source = patterns.length ? sql`findable_applications applications` : sql`applications`;
  const each = (end: SQL, condition?: SQL) =>
    sql.join(
      institutionIds.map(
        (id) => sql`(select ${read}, ${key} as sort_key from ${source}
          where ${and(sql`applications.institution_id = ${id}`, condition, ...found)} ${end})`,
      ),
      sql` union all `,
    );
  const walked = (condition?: SQL) => each(sql`order by ${by} limit ${onePage}`, condition);
  const show = (rows: SQL, condition = sql`true`) => shown(rows, condition, isDown ? sql`desc` : sql`asc`, only);
  if (patterns.length === 0) return prepared(show(sql`(${walked()}) s`));
  return renderSearch({ gathered: (condition) => each(sql`limit ${oneTooMany}`, condition), walked, show });
}

/** Hundreds of matches are sorted before one page of them is looked up: only what it shows is carried along. */
const read = sql.raw(
  ['id, institution_id, number, surname, first_name, middle_name, status, phone, email, gender, birth_date, score']
    .concat('submitted_at, returning_student_id, intake_id, class_id, photo_id')
    .flatMap((names) => names.split(', '))
    .map((name) => `applications.${name}`)
    .join(', '),
);

/** The page of a source `s`. The institution is written out where there is one: its indexes are walked by it. */
function shown(source: SQL, condition: SQL, way: SQL, only: number | undefined): SQL {
  const here = only === undefined ? sql`s.institution_id` : sql`${only}`;
  const of = (table: string, key: string) =>
    sql`${sql.raw(table)}.institution_id = ${here} and ${sql.raw(`${table}.id = ${key}`)}`;
  return sql`select s.id, s.institution_id as "institutionId", s.number, s.surname, s.first_name as "firstName",
    s.middle_name as "middleName", s.status, s.phone, s.email, s.gender, s.birth_date as "birthDate", trim_scale(s.score) as score,
    to_char(s.submitted_at at time zone n.time_zone, 'YYYY-MM-DD') as "sentOn",
    s.returning_student_id is not null as "isReturning", p.name as program, y.name as session, c.name as class,
    extract(year from age(coalesce(i.age_on, y.starts_on), s.birth_date))::int as age,
    case when s.status = 'admitted' then 0 else (select count(*)::int from unnest(i.required_papers) k
      where case when k = 'photo' then s.photo_id is null else not exists (select from application_papers x
        where x.institution_id = ${here} and x.application_id = s.id and x.kind = k) end) end as missing,
    exists (select from application_tasks t where t.institution_id = ${here} and t.application_id = s.id
      and t.done_at is null and t.closed_at is null) as "hasTask",
    s.sort_key::text as "sortKey"
  from (select s.* from ${source} where ${condition} order by s.sort_key ${way}, s.id ${way} limit ${onePage}) s
  join institutions n on n.id = ${here}
  join intakes i on ${of('i', 's.intake_id')}
  join programs p on ${of('p', 'i.program_id')}
  join academic_sessions y on ${of('y', 'i.session_id')}
  left join classes c on ${of('c', 's.class_id')}
  order by s.sort_key ${way}, s.id ${way}`;
}

const ofIntake = (table: 'programs' | 'academic_sessions', key: string) => sql<string>`(select t.name
  from intakes i join ${sql.raw(table)} t on (t.institution_id, t.id) = (i.institution_id, ${sql.raw(`i.${key}`)})
  where i.institution_id = applications.institution_id and i.id = applications.intake_id)`;

export const programName = ofIntake('programs', 'program_id');
export const sessionName = ofIntake('academic_sessions', 'session_id');
export const className = sql<string | null>`(select c.name from classes c
  where c.institution_id = applications.institution_id and c.id = applications.class_id)`;
