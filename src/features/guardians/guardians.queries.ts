import { and, asc, desc, sql, type SQL } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { jsonRows, prepared, rows, unprepared, type Db } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { Json, type JsonPage } from '#kernel/json-rows.ts';
import { findableGuardians, guardians, studentGuardians } from '#features/people/people.schema.ts';
import { contains } from '#features/people/search-words.ts';
import { onePage, oneTooMany, searchBothWays } from '#features/students/search-both-ways.ts';
import { students } from '#features/students/students.schema.ts';
import { seenWhole, visibleTo as visibleStudents } from '#features/students/students.policy.ts';
import type { GuardianFilter } from './guardian-filter.ts';
import { wordsOf } from './guardian-words.ts';
import { maySeeGuardians, visibleByInstitution, visibleTo } from './guardians.policy.ts';

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
  /** Of those whom the viewer may see. */
  children: number;
  signsIn: boolean;
}

const shownAs = { atMost: pageSize, unseen: ['sortKey', 'part'] };
const nobody: JsonPage<GuardianRow> = { rows: new Json(Buffer.from('[]')), count: 0, isMore: false };

/**
 * One page of guardians in the order of the filter, and the address of the next as a cursor. A search by one word shows
 * whose surname begins with it first, then whoever bears it elsewhere.
 */
export async function listGuardians(db: Db, actor: Actor, filter: GuardianFilter) {
  const page = await found(db, actor, filter);
  return { rows: page.rows, after: page.isMore ? cursorOf(page.last!) : null };
}

type Table = typeof guardians | typeof findableGuardians;

function found(db: Db, actor: Actor, filter: GuardianFilter): Promise<JsonPage<GuardianRow>> | JsonPage<GuardianRow> {
  const words = searched(actor, filter);
  const isSearch = words.length > 0;
  // LIKE finds its index only through the view; without a search the table itself is read.
  const table: Table = isSearch ? findableGuardians : guardians;
  const visible = visibleByInstitution(actor, table, filter.institution_id);
  if (visible.length === 0) return nobody;
  const cursor = placeOf(filter);
  const surname = words.length === 1 ? words[0]! : null;
  const isPastNamed = surname === null || cursor?.part === 1;
  const where = and(
    ...conditions(actor, table, filter),
    surname === null ? undefined : sql`not (${beginsWith(table, surname)})`,
    isPastNamed && cursor ? behind(table, filter, cursor) : undefined,
  );
  const direction = filter.sort === '-name' ? desc : asc;
  const columnsOf = (
    from: Table,
    part: number,
  ) => sql`${from.institutionId}, ${from.id}, ${from.title}, ${from.surname},
    ${from.firstName}, ${from.middleName}, coalesce(${from.mobile}, ${from.phone}) as phone, ${from.email},
    ${from.occupation}, ${from.photoId}, ${from.sortName} as sort_key, ${sql.raw(String(part))} as part`;
  const inOrder = (from: Table) => sql`order by ${direction(from.sortName)}, ${direction(from.id)} limit ${onePage}`;
  const all = (parts: SQL[]) => sql.join(parts, sql` union all `);
  const walked = (condition?: SQL) =>
    all(
      visible.map(
        (mine) =>
          sql`(select ${columnsOf(table, 1)} from ${table} where ${and(mine, where, condition)} ${inOrder(table)})`,
      ),
    );
  const gathered = (condition: SQL) =>
    all(
      visible.map(
        (mine) =>
          sql`(select ${columnsOf(table, 1)} from ${table} where ${and(mine, where, condition)} limit ${oneTooMany})`,
      ),
    );
  // They stand in the alphabet one behind the other: a page of them is read, however many there are.
  const named = (word: string) =>
    all(
      visibleByInstitution(actor, guardians, filter.institution_id).map((mine) => {
        const others = conditions(actor, guardians, { ...filter, q: undefined });
        const behindThem = cursor ? behind(guardians, filter, cursor) : undefined;
        return sql`(select ${columnsOf(guardians, 0)} from ${guardians}
          where ${and(mine, beginsWith(guardians, word), ...others, behindThem)} ${inOrder(guardians)})`;
      }),
    );
  const way = filter.sort === '-name' ? sql`desc` : sql`asc`;
  const show = (source: SQL, condition = sql`true`) =>
    sql`${shown(actor)} from ${source} where ${condition} order by s.part, s.sort_key ${way}, s.id ${way} limit ${onePage}`;
  const first = isPastNamed ? undefined : named(surname);
  return isSearch
    ? searchBothWays<GuardianRow>(db, { first, gathered, walked, show }, shownAs)
    : jsonRows<GuardianRow>(db, prepared(show(sql`(${walked()}) s`)), shownAs);
}

// Behind the last letter there is.
const last = '\u{10ffff}';
const beginsWith = (table: Table, word: string) =>
  sql`${table.sortName} >= ${word} and ${table.sortName} < ${word + last}`;

const shown = (actor: Actor) => sql`select s.id, s.institution_id as "institutionId", s.title, s.surname,
  s.first_name as "firstName", s.middle_name as "middleName", s.phone, s.email, s.occupation, s.photo_id as "photoId",
  (select count(*) from ${studentGuardians} join ${students}
      on ${students.institutionId} = ${studentGuardians.institutionId} and ${students.id} = ${studentGuardians.studentId}
    where ${studentGuardians.institutionId} = s.institution_id and ${studentGuardians.guardianId} = s.id
      and ${visibleStudents(actor, students)}) as children,
  exists (select from memberships m where m.institution_id = s.institution_id and m.guardian_id = s.id) as "signsIn",
  s.sort_key as "sortKey", s.part as "part"`;

/** How many guardians the filter finds; stops counting past the limit. */
export async function countGuardians(db: Db, actor: Actor, filter: GuardianFilter): Promise<number> {
  const table = searched(actor, filter).length ? findableGuardians : guardians;
  const where = and(visibleTo(actor, table, filter.institution_id), ...conditions(actor, table, filter));
  const counted = sql`select count(*) as total from (select from ${table} where ${where} limit ${sql.raw(String(countLimit + 1))}) found`;
  const { values, ...statement } = unprepared(counted);
  const [row] = await rows<{ total: number }>(db, statement, values);
  return row!.total;
}

/** All that a list of this filter holds, and its order: for who reads the whole rather than a page. */
export function wholeList(actor: Actor, filter: GuardianFilter) {
  const table: Table = searched(actor, filter).length ? findableGuardians : guardians;
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
  return found.parse().slice(0, 8);
}

function searched(actor: Actor, { q, institution_id }: Pick<GuardianFilter, 'q' | 'institution_id'>): string[] {
  const [first] = institutionsInView(actor, institution_id, ...maySeeGuardians);
  return wordsOf(q, first === undefined ? undefined : membershipIn(actor, first)!.countryId);
}

function conditions(actor: Actor, table: Table, filter: GuardianFilter): SQL[] {
  const where = searched(actor, filter).map((word) => contains(table, word));
  // Written with `in`, so that the planner may read the few from their own index rather than ask of everybody.
  const signsIn = sql`(${table.institutionId}, ${table.id}) in (
    select m.institution_id, m.guardian_id from memberships m where m.guardian_id is not null)`;
  if (filter.sign_in) where.push(filter.sign_in === 'with' ? signsIn : sql`not ${signsIn}`);
  if (filter.pays_fees)
    where.push(sql`${filter.pays_fees === 'yes' ? sql`` : sql`not `}exists (${linksThatPay(actor, table, filter)})`);
  return where;
}

/** For students whom the viewer may see; who sees all of them need not look at each. */
function linksThatPay(actor: Actor, table: Table, { institution_id }: GuardianFilter): SQL {
  const link = sql`${studentGuardians.institutionId} = ${table.institutionId}
    and ${studentGuardians.guardianId} = ${table.id} and ${studentGuardians.paysFees}`;
  if (seenWhole(actor, institution_id)) return sql`select from ${studentGuardians} where ${link}`;
  return sql`select from ${studentGuardians} join ${students}
      on ${students.institutionId} = ${studentGuardians.institutionId} and ${students.id} = ${studentGuardians.studentId}
    where ${link} and ${visibleStudents(actor, students)}`;
}

const cursorOf = (last: Record<string, string | null>) =>
  Buffer.from(JSON.stringify([last['sortKey'], Number(last['id']), Number(last['part'])])).toString('base64url');

/** Where a page ended: the last guardian's place in the order, and whether that was among the first named (0). */
interface Place {
  key: string;
  id: number;
  part: number;
}

/** What comes after the place where a page ended. */
const behind = (table: Table, { sort }: GuardianFilter, { key, id }: Place): SQL =>
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
  throw new Refused('after', 'This place in the list is unknown. Start from the top.');
}
