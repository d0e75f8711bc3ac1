import { firstOf } from '#kernel/bounded.ts';
import {
  and,
  asc,
  desc,
  eq,
  getTableName,
  gte,
  inArray,
  isNull,
  lte,
  sql,
  type Placeholder,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { prepared, render, rows, unprepared, type Db } from '#kernel/database.ts';
import { isDay } from '#kernel/dates.ts';
import { Refused } from '#kernel/errors.ts';
import type { Json } from '#kernel/json-rows.ts';
import { keptByActor } from '#kernel/kept.ts';
import { papersCondition } from '#features/people/expiring-papers.ts';
import { customFieldConditions } from '#features/custom-fields/custom-field-condition.ts';
import { matches, patternsOf, placesFor, valuesFor, type Patterns } from '#features/people/search-patterns.ts';
import { soughtWords } from '#features/people/search-words.ts';
import type { StudentFilter } from './student-filter.ts';
import type { StudentStatus } from './student-status.ts';
import { fewHundred, onePage, oneTooMany, readListing, renderSearch, type Listing } from './search-both-ways.ts';
import { seenWhole, visibleByInstitution, visibleTo } from './students.policy.ts';
import { findableStudents, studentNames, students } from './students.schema.ts';

export const pageSize = 50;
/** Beyond this a list says 'more than'. */
export const countLimit = 100_000;

export interface StudentRow {
  id: number;
  institutionId: number;
  surname: string;
  firstName: string;
  middleName: string | null;
  admissionNumber: string;
  gender: 'female' | 'male' | null;
  birthDate: string | null;
  status: StudentStatus;
  admissionDate: string | null;
  phone: string | null;
  batchId: number | null;
  batchName: string | null;
}

const shownAs = { atMost: pageSize, unseen: ['sortKey', 'part'] };

export interface StudentPage {
  rows: Json<StudentRow[]>;
  /** The place of the next page, when there is one. */
  after: string | null;
}

/**
 * One page of students in the order of the filter, and the address of the next as a cursor. A search by name shows whom
 * the word names first, then whoever bears it elsewhere.
 */
export async function listStudents(db: Db, actor: Actor, filter: StudentFilter): Promise<StudentPage> {
  const patterns = patternsOf(soughtWords(filter.q));
  const place = placeOf(filter);
  // Words and places differ from page to page; what is asked about them is the same.
  const question = { ...filter, q: patterns.map(({ length }) => length), after: place?.part };
  const listing = listings(actor, question, () => listingOf(actor, filter, placesFor(patterns), place));
  const page = await readListing<StudentRow>(db, listing, { ...valuesFor(patterns), ...place }, shownAs);
  return { rows: page.rows, after: page.isMore ? cursorOf(page.last!) : null };
}

/** A person's list is opened many times alike: its statement is kept. */
const listings = keptByActor<Listing>();

function listingOf(actor: Actor, filter: StudentFilter, patterns: Patterns[], place: Place | null): Listing {
  const ways = waysOf(actor, filter, patterns, place && { ...place, key: placeAt.key, id: placeAt.id });
  if (ways.isEmpty) return null;
  return patterns.length ? renderSearch(ways) : prepared(ways.list());
}

const placeAt = { key: sql.placeholder('key'), id: sql.placeholder('id') };

/** The statement of one page, in the parts that a search puts together in two ways. */
function waysOf(actor: Actor, filter: StudentFilter, patterns: Patterns[], cursor: Place | null) {
  const table = tableFor(filter);
  const visible = visibleByInstitution(actor, table, filter.institution_id);
  const { key, direction } = order(table, filter.sort);
  const named = namesAsked(actor, filter, patterns);
  const isPastNamed = named === null || cursor?.part === 1;
  const others = and(
    ...conditions(table, filter, patterns),
    named ? sql`split_part(${table.sortName}, ' ', 1) not like ${named.pattern}` : undefined,
    isPastNamed && cursor ? behind(table, filter, cursor) : undefined,
  );
  const matching = (...more: (SQL | undefined)[]) =>
    sql`select ${columnsOf(table)}, ${key} as sort_key, 1 as part from ${table} where ${and(...more, others)}`;
  const way = filter.sort.startsWith('-') ? sql`desc` : sql`asc`;
  const ordered = sql`s.sort_key ${way}, s.id ${way} limit ${onePage}`;
  const chosen = shownFor(filter);
  const show = (source: SQL, condition = sql`true`) =>
    isPastNamed
      ? sql`${chosen} from ${source} where ${condition} order by ${ordered}`
      : sql`${chosen} from ${source} where ${condition} order by s.part, ${ordered}`;
  // Of several institutions, or of some students of one, the first few hundred tell nothing of the first page.
  const isWhole = visible.length === 1 && seenWhole(actor, filter.institution_id);
  const probed = (condition: SQL) => sql`
    select ${columnsOf(table)}, ${key} as sort_key, 1 as part
    from (select * from ${table} where ${and(visible[0], isPastNamed && cursor ? behind(table, filter, cursor) : undefined)}
      order by ${direction(key)}, ${direction(table.id)} limit ${fewHundred}) ${sql.identifier(getTableName(table))}
    where ${and(condition, others)} order by ${direction(key)}, ${direction(table.id)} limit ${onePage}`;
  const walked = (condition?: SQL) =>
    all(
      visible.map(
        (mine) => sql`${matching(condition, mine)} order by ${direction(key)}, ${direction(table.id)} limit ${onePage}`,
      ),
    );
  return {
    isEmpty: visible.length === 0,
    first: isPastNamed
      ? undefined
      : all(named.institutionIds.map((id) => firstNamed(id, named.pattern, filter, cursor))),
    probed: isWhole ? probed : undefined,
    gathered: (condition: SQL) => all(visible.map((mine) => sql`${matching(condition, mine)} limit ${oneTooMany}`)),
    walked,
    show,
    list: () => show(sql`(${walked()}) s`),
  };
}

const all = (parts: SQL[]) =>
  sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  );

/** A single word in a list by name is looked up among names first. Within a class there are too few for it to pay. */
function namesAsked(actor: Actor, filter: StudentFilter, [word, ...more]: Patterns[]) {
  const isNarrow = filter.batch ?? filter.class ?? filter.program ?? filter.academic_session;
  if (!word || more.length || isNarrow || !filter.sort.endsWith('name')) return null;
  const institutionIds = seenWhole(actor, filter.institution_id);
  return institutionIds && { institutionIds, pattern: word[0]! };
}

/**
 * Those whose name begins with a word like this: the words in order, and behind each its students, who stand in the
 * alphabet one after the other. Reads as many students as a page shows, however many bear the name.
 */
function firstNamed(
  institutionId: number,
  pattern: Patterns[number],
  filter: StudentFilter,
  cursor: Place | null,
): SQL {
  const isDown = filter.sort.startsWith('-');
  const way = isDown ? sql`desc` : sql`asc`;
  const from = cursor ? sql`split_part(${cursor.key}, ' ', 1)` : undefined;
  const behindWord = from && (isDown ? sql`word <= ${from}` : sql`word >= ${from}`);
  const condition = and(
    sql`institution_id = n.institution_id and sort_name >= n.word || ' ' and sort_name < n.word || '!'`,
    ...conditions(students, filter, []),
    cursor ? behind(students, filter, cursor) : undefined,
  );
  return sql`select ${columnsOf(students)}, students.sort_name as sort_key, 0 as part
    from (select institution_id, word from ${studentNames}
      where ${and(sql`institution_id = ${institutionId} and word like ${pattern}`, behindWord)} order by word ${way}) n
    cross join lateral (select * from ${students} where ${condition} order by sort_name ${way}, id ${way} limit ${onePage}) students
    limit ${onePage}`;
}

/** How many students the filter finds; stops counting past the limit. */
export async function countStudents(db: Db, actor: Actor, filter: StudentFilter): Promise<number> {
  const table = tableFor(filter);
  const where = and(visibleTo(actor, table, filter.institution_id), ...conditions(table, filter));
  const counted = sql`select count(*) as total from (select from ${table} where ${where} limit ${sql.raw(String(countLimit + 1))}) found`;
  // Whether 'ade' or 'coleman' is asked decides how to count: a search is planned each time.
  const { values, ...statement } = filter.q ? unprepared(counted) : prepared(counted);
  const [row] = await rows<{ total: number }>(db, statement, values);
  return row!.total;
}

/** Students that may be chosen at once: as many as an assignment takes. */
export const selectionLimit = 5000;

/** The ids of all students that the filter finds, to choose them without loading every page. */
export async function selectStudents(db: Db, actor: Actor, filter: StudentFilter): Promise<number[]> {
  const { table, where, orderBy } = wholeList(filter);
  const found = await db
    .select({ id: table.id })
    .from(table as typeof students)
    .where(and(visibleTo(actor, table, filter.institution_id), ...where))
    .orderBy(...orderBy)
    .limit(selectionLimit + 1);
  if (found.length > selectionLimit)
    throw new Refused('filters', `Choose at most 5,000 students at once. Add a filter.`);
  return found.map(({ id }) => id);
}

/** All that a list of this filter holds, and its order: for who reads the whole rather than a page. */
export function wholeList(filter: StudentFilter) {
  const table = tableFor(filter);
  const { key, direction } = order(table, filter.sort);
  return { table, where: conditions(table, filter), orderBy: [direction(key), direction(table.id)] };
}

/** The first few whose name, number or phone holds every word; for the palette and for choosing a student. */
export async function findStudents(db: Db, actor: Actor, q: string, institutionId?: number) {
  const found = await listStudents(db, actor, { q, sort: 'name', institution_id: institutionId });
  return firstOf(found.rows.parse(), 8);
}

type Table = typeof students | typeof findableStudents;

/** The columns of a page, rendered once: piece by piece they would cost a tenth of the request. */
const columns = new Map<Table, SQL>();
const listed = [
  'institutionId',
  'id',
  'surname',
  'firstName',
  'middleName',
  'admissionNumber',
  'gender',
  'birthDate',
  'status',
  'admissionDate',
  'phone',
  'batchId',
  'batchName',
] as const;

function columnsOf(table: Table): SQL {
  const known = columns.get(table);
  if (known) return known;
  const all = listed.map((name) => sql`${table[name]}`);
  const made = sql.raw(render(sql.join(all, sql`, `)).sql);
  columns.set(table, made);
  return made;
}

const shownFirst = sql.raw(`select s.id, s.institution_id as "institutionId", s.surname, s.first_name as "firstName",
  s.middle_name as "middleName", s.admission_number as "admissionNumber", s.gender, s.birth_date as "birthDate",
  s.status, s.admission_date as "admissionDate", s.phone, s.batch_id as "batchId",`);
const shownWith = (batchName: SQL) =>
  sql`${shownFirst} ${batchName} as "batchName", s.sort_key as "sortKey", s.part as "part"`;

const shown = shownWith(sql.raw('s.batch_name'));

/** A student's enrolment `e` in a session; of who moved within it, the last one. */
export const enrolmentIn = (session: number, student: { institutionId: SQLWrapper; id: SQLWrapper }) =>
  sql`e.institution_id = ${student.institutionId} and e.student_id = ${student.id} and e.session_id = ${session}
    order by e.from_date desc, e.id desc limit 1`;
const listedStudent = { institutionId: sql.raw('s.institution_id'), id: sql.raw('s.id') };

/** Under a session, the batch of that session. */
const shownFor = ({ academic_session: session }: StudentFilter) =>
  session
    ? shownWith(sql`(select b.name from enrolments e
        join batches b on b.institution_id = e.institution_id and b.id = e.batch_id
        where ${enrolmentIn(session, listedStudent)})`)
    : shown;

/** LIKE finds its index only through the view; without a search the table itself is read. */
const tableFor = (filter: StudentFilter): Table => (soughtWords(filter.q).length ? findableStudents : students);

function conditions(
  table: Table,
  filter: StudentFilter,
  patterns: Patterns[] = patternsOf(soughtWords(filter.q)),
): (SQL | undefined)[] {
  return [
    isNull(table.mergedIntoId),
    ...patterns.map((some) => matches(table.searchText, some)),
    filter.batch === 'none' ? isNull(table.batchId) : filter.batch && eq(table.batchId, filter.batch),
    filter.class && inBatches(table, sql`class_id = ${filter.class}`),
    filter.program &&
      inBatches(table, sql`class_id in (select c.id from classes c where c.program_id = ${filter.program})`),
    filter.academic_session &&
      sql`exists (select from enrolments e where e.institution_id = ${table.institutionId}
      and e.session_id = ${filter.academic_session} and e.student_id = ${table.id})`,
    filter.status?.length ? inArray(table.status, filter.status) : undefined,
    filter.gender && eq(table.gender, filter.gender),
    filter.category ? eq(table.category, filter.category) : undefined,
    filter.religion ? eq(table.religion, filter.religion) : undefined,
    filter.state ? eq(table.stateId, filter.state) : undefined,
    filter.admitted_from ? gte(table.admissionDate, filter.admitted_from) : undefined,
    filter.admitted_to ? lte(table.admissionDate, filter.admitted_to) : undefined,
    filter.born_from ? gte(table.birthDate, filter.born_from) : undefined,
    filter.born_to ? lte(table.birthDate, filter.born_to) : undefined,
    papersCondition('student', table, filter.papers),
    ...customFieldConditions('student', table, filter.custom),
  ].filter((one) => one !== undefined) as SQL[];
}

const inBatches = (table: Table, condition: SQL) =>
  sql`${table.batchId} in (select id from batches where institution_id = ${table.institutionId} and ${condition})`;

/** Where those stand of whom nobody knows when they were admitted. */
const noDay = '0001-01-01';

function order(table: Table, sort: StudentFilter['sort']) {
  const keys: Record<string, SQL> = {
    name: sql`${table.sortName}`,
    number: sql`${table.admissionNumber}`,
    admitted: sql`coalesce(${table.admissionDate}, ${sql.raw(`'${noDay}'`)}::date)`,
  };
  return { key: keys[sort.replace('-', '')]!, direction: sort.startsWith('-') ? desc : asc };
}

/** Where a page ended: the last student's place in the order, and whether that was among the first named (0). */
interface Place {
  key: string | Placeholder;
  id: number | Placeholder;
  part: number;
}

function behind(table: Table, { sort }: StudentFilter, { key: value, id }: Place): SQL {
  const { key } = order(table, sort);
  return sort.startsWith('-')
    ? sql`(${key}, ${table.id}) < (${value}, ${id})`
    : sql`(${key}, ${table.id}) > (${value}, ${id})`;
}

const cursorOf = (last: Record<string, string | null>) =>
  Buffer.from(JSON.stringify([last['sortKey'], Number(last['id']), Number(last['part'])])).toString('base64url');

function placeOf({ after, sort }: StudentFilter): Place | null {
  if (!after) return null;
  try {
    const [key, id, part = 1] = JSON.parse(Buffer.from(after, 'base64url').toString()) as unknown[];
    const isKey = typeof key === 'string' && (!sort.endsWith('admitted') || isDay(key) || key === noDay);
    if (isKey && Number.isSafeInteger(id) && (part === 0 || part === 1)) return { key, id: id as number, part };
  } catch {
    // Falls through to the refusal.
  }
  throw new Refused('after', 'This position in the list is not valid. Start from the top of the list.');
}
