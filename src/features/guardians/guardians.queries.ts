import { firstOf } from '#kernel/bounded.ts';
import { and, asc, desc, getTableName, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { prepared, rows, unprepared, type Db } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { papersCondition } from '#features/people/expiring-papers.ts';
import { customFieldConditions } from '#features/custom-fields/custom-field-condition.ts';
import { keptByActor } from '#kernel/kept.ts';
import { findableGuardians, guardianNames, guardians, studentGuardians } from '#features/people/people.schema.ts';
import { matches, patternsOf, placesFor, valuesFor, type Patterns } from '#features/people/search-patterns.ts';
import {
  fewHundred,
  onePage,
  oneTooMany,
  readListing,
  renderSearch,
  type Listing,
} from '#features/students/search-both-ways.ts';
import { students } from '#features/students/students.schema.ts';
import { seenWhole as studentsSeenWhole, visibleTo as visibleStudents } from '#features/students/students.policy.ts';
import type { GuardianFilter } from './guardian-filter.ts';
import { wordsOf } from './guardian-words.ts';
import { alsoAtOf, hasOlderRecord, recordsOf, type GuardianTable } from './one-person.ts';
import { maySeeGuardians, seenWhole, visibleByInstitution, visibleTo } from './guardians.policy.ts';

export const pageSize = 50;
/** Beyond this a list says 'more than'. */
export const countLimit = 100_000;

export interface GuardianRow {
  id: number;
  institutionId: number;
  title: string | null;
  surname: string;
  firstName: string;
  middleName: string | null;
  phone: string | null;
  email: string | null;
  occupation: string | null;
  photoId: number | null;
  /** The other institutions with a record of the same person, where the list is of several. */
  alsoAt: number[];
  /** Of those whom the viewer may see. */
  children: number;
  signsIn: boolean;
}

const shownAs = { atMost: pageSize, unseen: ['sortKey', 'part'] };

/**
 * One page of guardians in the order of the filter, and the address of the next as a cursor. A search by one word shows
 * whom the word names first, then whoever bears it elsewhere.
 */
export async function listGuardians(db: Db, actor: Actor, filter: GuardianFilter) {
  const patterns = patternsOf(searched(actor, filter));
  const place = placeOf(filter);
  // Words and places differ from page to page; what is asked about them is the same.
  const question = { ...filter, q: patterns.map(({ length }) => length), after: place?.part };
  const listing = listings(actor, question, () => listingOf(actor, filter, placesFor(patterns), place));
  const page = await readListing<GuardianRow>(db, listing, { ...valuesFor(patterns), ...place }, shownAs);
  return { rows: page.rows, after: page.isMore ? cursorOf(page.last!) : null };
}

const listings = keptByActor<Listing>();

function listingOf(actor: Actor, filter: GuardianFilter, patterns: Patterns[], place: Place | null): Listing {
  // LIKE finds its index only through the view; without a search the table itself is read.
  const table: GuardianTable = patterns.length ? findableGuardians : guardians;
  const visible = visibleByInstitution(actor, table, filter.institution_id);
  if (visible.length === 0) return null;
  const cursor = place && { ...place, key: sql.placeholder('key'), id: sql.placeholder('id') };
  const whole = seenWhole(actor, filter.institution_id);
  const named = whole && patterns.length === 1 ? patterns[0]![0]! : null;
  const isPastNamed = named === null || place?.part === 1;
  const here = isPastNamed && cursor ? behind(table, filter, cursor) : undefined;
  const where = and(
    ...listedOnce(actor, table, filter, patterns),
    named ? sql`split_part(${table.sortName}, ' ', 1) not like ${named}` : undefined,
  );
  const matching = (...more: (SQL | undefined)[]) =>
    sql`select ${columnsOf(table, 1)} from ${table} where ${and(...more, where)}`;
  const ordered = inOrder(filter, table);
  const each = (part: (mine: SQL) => SQL) => all(visible.map(part));
  const walked = (condition?: SQL) => each((mine) => sql`${matching(condition, mine, here)} ${ordered}`);
  const way = filter.sort === '-name' ? sql`desc` : sql`asc`;
  const show = (source: SQL, condition = sql`true`) =>
    sql`${shown(actor, visible.length > 1)} from ${source} where ${condition} order by s.part, s.sort_key ${way}, s.id ${way} limit ${onePage}`;
  if (patterns.length === 0) return prepared(show(sql`(${walked()}) s`));
  const firstFew = sql`(select * from ${table} where ${and(visible[0], here)} ${inOrder(filter, table, fewHundred)})`;
  return renderSearch({
    first: isPastNamed ? undefined : all(whole!.map((id) => firstNamed(id, actor, filter, { pattern: named, cursor }))),
    probed:
      whole?.length === 1
        ? (condition) => sql`select ${columnsOf(table, 1)} from ${firstFew} ${sql.identifier(getTableName(table))}
            where ${and(condition, where)} ${ordered}`
        : undefined,
    gathered: (condition) => each((mine) => sql`${matching(condition, mine, here)} limit ${oneTooMany}`),
    walked,
    show,
  });
}

const all = (parts: SQL[]) =>
  sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  );

const columnsOf = (table: GuardianTable, part: 0 | 1) => sql`${table.institutionId}, ${table.id}, ${table.title},
  ${table.surname}, ${table.firstName}, ${table.middleName}, coalesce(${table.mobile}, ${table.phone}) as phone,
  ${table.email}, ${table.occupation}, ${table.photoId}, ${table.sortName} as sort_key, ${sql.raw(String(part))} as part`;

function inOrder({ sort }: GuardianFilter, table: GuardianTable, limit = onePage): SQL {
  const direction = sort === '-name' ? desc : asc;
  return sql`order by ${direction(table.sortName)}, ${direction(table.id)} limit ${limit}`;
}

/** Those whose surname is like the word, as among students: behind each such name stand its bearers in the alphabet. */
function firstNamed(
  institutionId: number,
  actor: Actor,
  filter: GuardianFilter,
  { pattern, cursor }: { pattern: Patterns[number]; cursor: Place | null },
): SQL {
  const isDown = filter.sort === '-name';
  const from = cursor ? sql`split_part(${cursor.key}, ' ', 1)` : undefined;
  const behindWord = from && (isDown ? sql`word <= ${from}` : sql`word >= ${from}`);
  const condition = and(
    sql`institution_id = n.institution_id and sort_name >= n.word || ' ' and sort_name < n.word || '!'`,
    sql`merged_into_id is null`,
    ...listedOnce(actor, guardians, filter, []),
    cursor ? behind(guardians, filter, cursor) : undefined,
  );
  return sql`select ${columnsOf(guardians, 0)}
    from (select institution_id, word from ${guardianNames}
      where ${and(sql`institution_id = ${institutionId} and word like ${pattern}`, behindWord)}
      order by word ${isDown ? sql`desc` : sql`asc`}) n
    cross join lateral (select * from ${guardians} where ${condition} ${inOrder(filter, guardians)}) guardians
    limit ${onePage}`;
}

const shown = (actor: Actor, isAcross: boolean) => sql`select s.id, s.institution_id as "institutionId", s.title,
  s.surname, s.first_name as "firstName", s.middle_name as "middleName", s.phone, s.email, s.occupation,
  s.photo_id as "photoId", ${alsoAtOf(actor, isAcross)} as "alsoAt",
  (select count(*) from ${recordsOf(actor, isAcross)}
    join ${studentGuardians} on ${studentGuardians.institutionId} = record.institution_id
      and ${studentGuardians.guardianId} = record.id
    join ${students} on ${students.institutionId} = ${studentGuardians.institutionId}
      and ${students.id} = ${studentGuardians.studentId}
    where ${visibleStudents(actor, students)}) as children,
  exists (select from ${recordsOf(actor, isAcross)} join memberships m
    on m.institution_id = record.institution_id and m.guardian_id = record.id) as "signsIn",
  s.sort_key as "sortKey", s.part as "part"`;

/** How many guardians the filter finds; stops counting past the limit. */
export async function countGuardians(db: Db, actor: Actor, filter: GuardianFilter): Promise<number> {
  const table = searched(actor, filter).length ? findableGuardians : guardians;
  const isAgain = onceAcross(actor, table, filter);
  const where = and(
    visibleTo(actor, table, filter.institution_id),
    ...conditions(actor, table, filter),
    isAgain ? sql`not ${isAgain}` : undefined,
  );
  const counted = sql`select count(*) as total from (select from ${table} where ${where} limit ${sql.raw(String(countLimit + 1))}) found`;
  const { values, ...statement } = unprepared(counted);
  const [row] = await rows<{ total: number }>(db, statement, values);
  return row!.total;
}

/** All records that a list of this filter holds, and its order: for who reads the whole rather than a page. */
export function wholeList(actor: Actor, filter: GuardianFilter) {
  const table: GuardianTable = searched(actor, filter).length ? findableGuardians : guardians;
  const direction = filter.sort === '-name' ? desc : asc;
  return {
    table,
    where: conditions(actor, table, filter),
    orderBy: [direction(table.sortName), direction(table.id)],
  };
}

/** The first few whose name, telephone or e-mail holds every word; for the palette and for choosing a guardian. */
export async function findGuardians(db: Db, actor: Actor, q: string, institutionId?: number) {
  const { rows: found } = await listGuardians(db, actor, { q, sort: 'name', institution_id: institutionId });
  return firstOf(found.parse(), 8);
}

function searched(actor: Actor, { q, institution_id }: Pick<GuardianFilter, 'q' | 'institution_id'>): string[] {
  const [first] = institutionsInView(actor, institution_id, ...maySeeGuardians);
  return wordsOf(q, first === undefined ? undefined : membershipIn(actor, first)!.countryId);
}

/** Where several institutions are listed together, a person stands there once. */
function onceAcross(actor: Actor, table: GuardianTable, filter: GuardianFilter, patterns?: Patterns[]): SQL | null {
  if (institutionsInView(actor, filter.institution_id, ...maySeeGuardians).length < 2) return null;
  return hasOlderRecord(actor, table, (one) => conditions(actor, one, filter, patterns));
}

/** For a page: asked of each row by itself. A join, which `not` would be, first compares the whole lists. */
function listedOnce(actor: Actor, table: GuardianTable, filter: GuardianFilter, patterns: Patterns[]): SQL[] {
  const isAgain = onceAcross(actor, table, filter, patterns);
  return [...conditions(actor, table, filter, patterns), ...(isAgain ? [sql`${isAgain} is false`] : [])];
}

function conditions(
  actor: Actor,
  table: GuardianTable,
  filter: GuardianFilter,
  patterns: Patterns[] = patternsOf(searched(actor, filter)),
): SQL[] {
  const where = patterns.map((some) => matches(table.searchText, some));
  // Written with `in`, so that the planner may read the few from their own index rather than ask of everybody.
  const signsIn = sql`(${table.institutionId}, ${table.id}) in (
    select m.institution_id, m.guardian_id from memberships m where m.guardian_id is not null)`;
  where.push(...customFieldConditions('guardian', table, filter.custom));
  const papers = papersCondition('guardian', table, filter.papers);
  if (papers) where.push(papers);
  if (filter.sign_in) where.push(filter.sign_in === 'with' ? signsIn : sql`not ${signsIn}`);
  if (filter.pays_fees)
    where.push(sql`${filter.pays_fees === 'yes' ? sql`` : sql`not `}exists (${linksThatPay(actor, table, filter)})`);
  return where;
}

/** For students whom the viewer may see; who sees all of them need not look at each. */
function linksThatPay(actor: Actor, table: GuardianTable, { institution_id }: GuardianFilter): SQL {
  const link = sql`${studentGuardians.institutionId} = ${table.institutionId}
    and ${studentGuardians.guardianId} = ${table.id} and ${studentGuardians.paysFees}`;
  if (studentsSeenWhole(actor, institution_id)) return sql`select from ${studentGuardians} where ${link}`;
  return sql`select from ${studentGuardians} join ${students}
      on ${students.institutionId} = ${studentGuardians.institutionId} and ${students.id} = ${studentGuardians.studentId}
    where ${link} and ${visibleStudents(actor, students)}`;
}

const cursorOf = (last: Record<string, string | null>) =>
  Buffer.from(JSON.stringify([last['sortKey'], Number(last['id']), Number(last['part'])])).toString('base64url');

/** Where a page ended: the last guardian's place in the order, and whether that was among the first named (0). */
interface Place {
  key: string | Placeholder;
  id: number | Placeholder;
  part: number;
}

/** What comes after the place where a page ended. */
const behind = (table: GuardianTable, { sort }: GuardianFilter, { key, id }: Place): SQL =>
  sort === '-name'
    ? sql`(${table.sortName}, ${table.id}) < (${key}, ${id})`
    : sql`(${table.sortName}, ${table.id}) > (${key}, ${id})`;

function placeOf({ after }: GuardianFilter): Place | null {
  if (!after) return null;
  try {
    const [key, id, part] = JSON.parse(Buffer.from(after, 'base64url').toString()) as unknown[];
    if (typeof key === 'string' && Number.isSafeInteger(id) && (part === 0 || part === 1))
      return { key, id: id as number, part };
  } catch {
    // Falls through to the refusal.
  }
  throw new Refused('after', 'This position in the list is not valid. Start from the top of the list.');
}
