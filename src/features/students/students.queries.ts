import { and, asc, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { render, rows, type Db } from '#kernel/database.ts';
import { NotFound, Refused } from '#kernel/errors.ts';
import { lgas, states, countries } from '#features/geography/geography.schema.ts';
import { academicSessions, batches, classes, programs } from '#features/structure/structure.schema.ts';
import type { StudentFilter } from './student-filter.ts';
import type { StudentStatus } from './student-status.ts';
import { oneTooMany, searchBothWays } from './search-both-ways.ts';
import { visibleByInstitution, visibleTo } from './students.policy.ts';
import { enrolments, findableStudents, students } from './students.schema.ts';

export const pageSize = 50;
/** Beyond this a list says 'more than'. */
export const countLimit = 100_000;

// Written out: for a parameter the planner expects a tenth of the school, and plans anew each time.
const oneMore = sql.raw(String(pageSize + 1));

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

type ListedRow = StudentRow & { sortKey?: string };

/** One page of students in the order of the filter, and the address of the next as a cursor. */
export async function listStudents(db: Db, actor: Actor, filter: StudentFilter) {
  if (visibleByInstitution(actor, tableFor(filter), filter.institution_id).length === 0)
    return { rows: [], after: null };
  const found = hasTrigrams(filter.q)
    ? await searchBothWays<ListedRow>(db, waysOf(actor, filter))
    : await listInOrder(db, actor, filter);
  const last = found.length > pageSize ? found[pageSize - 1] : undefined;
  const after = last ? Buffer.from(JSON.stringify([last.sortKey, last.id])).toString('base64url') : null;
  if (last) found.length = pageSize;
  // What is undefined is not sent; copies of fifty rows would cost more than their query.
  for (const row of found) row.sortKey = undefined;
  return { rows: found as StudentRow[], after };
}

/** The statement of one page, in the parts that a search puts together in two ways. */
function waysOf(actor: Actor, filter: StudentFilter) {
  const table = tableFor(filter);
  const visible = visibleByInstitution(actor, table, filter.institution_id);
  const { key, direction } = order(table, filter.sort);
  const where = and(...conditions(table, filter), afterCursor(table, filter));
  const way = filter.sort.startsWith('-') ? sql`desc` : sql`asc`;
  const matching = (...more: (SQL | undefined)[]) =>
    sql`select ${columnsOf(table)}, ${key} as sort_key from ${table} where ${and(...more, where)}`;
  const all = (parts: SQL[]) =>
    sql.join(
      parts.map((part) => sql`(${part})`),
      sql` union all `,
    );
  const inOrder = (condition?: SQL) =>
    all(
      visible.map(
        (mine) => sql`${matching(condition, mine)} order by ${direction(key)}, ${direction(table.id)} limit ${oneMore}`,
      ),
    );
  const ordered = sql`order by s.sort_key ${way}, s.id ${way} limit ${oneMore}`;
  return {
    gathered: all(visible.map((mine) => sql`${matching(mine)} limit ${oneTooMany}`)),
    show: (source: SQL) => sql`${shown} from ${source} ${ordered}`,
    walked: (condition?: SQL) => sql`${shown} from (${inOrder(condition)}) s ${ordered}`,
  };
}

const rendered = new WeakMap<Actor['institutions'], Map<string, ReturnType<typeof render>>>();

/** A person's list is opened many times alike: its statement is kept as long as what the person may see stays the same. */
function listInOrder(db: Db, actor: Actor, filter: StudentFilter): Promise<ListedRow[]> {
  const known = rendered.get(actor.institutions) ?? new Map<string, ReturnType<typeof render>>();
  rendered.set(actor.institutions, known);
  const key = JSON.stringify(filter);
  const statement = known.get(key) ?? render(waysOf(actor, filter).walked());
  if (!filter.after && known.size < 20) known.set(key, statement);
  return ask(db, statement, { isSearch: Boolean(filter.q) });
}

/** How many students the filter finds; stops counting past the limit. */
export async function countStudents(db: Db, actor: Actor, filter: StudentFilter): Promise<number> {
  const table = tableFor(filter);
  const where = and(visibleTo(actor, table, filter.institution_id), ...conditions(table, filter));
  const [row] = await ask<{ total: number }>(
    db,
    render(
      sql`select count(*) as total from (select from ${table} where ${where} limit ${sql.raw(String(countLimit + 1))}) found`,
    ),
    { isSearch: Boolean(filter.q) },
  );
  return row!.total;
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
  return found.rows.slice(0, 8);
}

/** Everything the profile shows of one student. */
export async function studentProfile(db: Db, actor: Actor, studentId: number) {
  const [row] = await db
    .select({
      id: students.id,
      institutionId: students.institutionId,
      admissionNumber: students.admissionNumber,
      registrationNumber: students.registrationNumber,
      surname: students.surname,
      firstName: students.firstName,
      middleName: students.middleName,
      gender: students.gender,
      birthDate: students.birthDate,
      status: students.status,
      admissionDate: students.admissionDate,
      countryId: students.countryId,
      stateId: students.stateId,
      lgaId: students.lgaId,
      country: countries.name,
      state: states.name,
      lga: lgas.name,
      city: students.city,
      community: students.community,
      address: students.address,
      phone: students.phone,
      email: students.email,
      religion: students.religion,
      language: students.language,
      bloodGroup: students.bloodGroup,
      batchId: students.batchId,
      batch: batches.name,
      class: classes.name,
      program: programs.name,
      session: academicSessions.name,
    })
    .from(students)
    .leftJoin(countries, eq(countries.id, students.countryId))
    .leftJoin(states, eq(states.id, students.stateId))
    .leftJoin(lgas, eq(lgas.id, students.lgaId))
    .leftJoin(batches, and(eq(batches.institutionId, students.institutionId), eq(batches.id, students.batchId)))
    .leftJoin(classes, and(eq(classes.institutionId, batches.institutionId), eq(classes.id, batches.classId)))
    .leftJoin(programs, and(eq(programs.institutionId, classes.institutionId), eq(programs.id, classes.programId)))
    .leftJoin(
      academicSessions,
      and(eq(academicSessions.institutionId, batches.institutionId), eq(academicSessions.id, batches.sessionId)),
    )
    .where(and(visibleTo(actor, students), eq(students.id, studentId)));
  if (!row) throw new NotFound('student');
  return row;
}
export type StudentProfile = Awaited<ReturnType<typeof studentProfile>>;

/** The batches a student was in, latest first. */
export const enrolmentsOf = (db: Db, actor: Actor, studentId: number) =>
  db
    .select({
      id: enrolments.id,
      batch: batches.name,
      session: academicSessions.name,
      fromDate: enrolments.fromDate,
      toDate: enrolments.toDate,
      outcome: enrolments.outcome,
    })
    .from(enrolments)
    .innerJoin(
      students,
      and(eq(students.institutionId, enrolments.institutionId), eq(students.id, enrolments.studentId)),
    )
    .innerJoin(batches, and(eq(batches.institutionId, enrolments.institutionId), eq(batches.id, enrolments.batchId)))
    .innerJoin(
      academicSessions,
      and(eq(academicSessions.institutionId, enrolments.institutionId), eq(academicSessions.id, enrolments.sessionId)),
    )
    .where(and(visibleTo(actor, students), eq(students.id, studentId)))
    .orderBy(desc(enrolments.fromDate), desc(enrolments.id));
export type Enrolment = Awaited<ReturnType<typeof enrolmentsOf>>[number];

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
] as const;

function columnsOf(table: Table): SQL {
  const known = columns.get(table);
  if (known) return known;
  const all = listed.map((name) => sql`${table[name]}`);
  const made = sql.raw(render(sql.join(all, sql`, `)).sql);
  columns.set(table, made);
  return made;
}

// The batch is looked up row by row: a join reads every batch of the school for fifty names.
const shown = sql.raw(`select s.id, s.institution_id as "institutionId", s.surname, s.first_name as "firstName",
  s.middle_name as "middleName", s.admission_number as "admissionNumber", s.gender, s.birth_date as "birthDate",
  s.status, s.admission_date as "admissionDate", s.phone, s.batch_id as "batchId",
  (select b.name from batches b where b.institution_id = s.institution_id and b.id = s.batch_id) as "batchName",
  s.sort_key as "sortKey"`);

/** LIKE finds its index only through the view; without a search the table itself is read. */
const tableFor = (filter: StudentFilter): Table => (words(filter.q).length ? findableStudents : students);

/** As in the database's akada_searchable(): lower case, no accents, no apostrophes. */
const searchable = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’`]/g, '')
    .toLowerCase();

const words = (q = '') =>
  searchable(q)
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 6);

function conditions(table: Table, filter: StudentFilter): (SQL | undefined)[] {
  return [
    ...words(filter.q).map((word) => contains(table, word)),
    filter.batch === 'none' ? isNull(table.batchId) : filter.batch && eq(table.batchId, filter.batch),
    filter.class && inBatches(table, sql`class_id = ${filter.class}`),
    filter.program &&
      inBatches(table, sql`class_id in (select c.id from classes c where c.program_id = ${filter.program})`),
    filter.academic_session &&
      sql`exists (select from enrolments e where e.institution_id = ${table.institutionId}
      and e.session_id = ${filter.academic_session} and e.student_id = ${table.id})`,
    filter.status?.length ? inArray(table.status, filter.status) : undefined,
    filter.gender && eq(table.gender, filter.gender),
  ].filter((one) => one !== undefined) as SQL[];
}

const inBatches = (table: Table, condition: SQL) =>
  sql`${table.batchId} in (select id from batches where institution_id = ${table.institutionId} and ${condition})`;

/** Whether the index of trigrams narrows a search: one letter is in nearly every name. */
const hasTrigrams = (q?: string) => words(q).some((word) => word.length > 1);

/** Trigrams need three letters; shorter words match the start of a name or number. */
function contains(table: Table, word: string): SQL {
  const pattern = word.replace(/[\\%_]/g, '\\$&');
  if (word.length >= 3) return sql`${table.searchText} like ${`%${pattern}%`}`;
  return sql`(${table.searchText} like ${`${pattern}%`} or ${table.searchText} like ${`% ${pattern}%`})`;
}

function order(table: Table, sort: StudentFilter['sort']) {
  const keys: Record<string, SQL> = {
    name: sql`${table.sortName}`,
    number: sql`${table.admissionNumber}`,
    admitted: sql`coalesce(${table.admissionDate}, '0001-01-01'::date)`,
  };
  return { key: keys[sort.replace('-', '')]!, direction: sort.startsWith('-') ? desc : asc };
}

function afterCursor(table: Table, { after, sort }: StudentFilter): SQL | undefined {
  if (!after) return undefined;
  const { key } = order(table, sort);
  const [value, id] = decode(after);
  return sort.startsWith('-')
    ? sql`(${key}, ${table.id}) < (${value}, ${id})`
    : sql`(${key}, ${table.id}) > (${value}, ${id})`;
}

function decode(cursor: string): [string, number] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(value) && typeof value[0] === 'string' && Number.isSafeInteger(value[1]))
      return value as [string, number];
  } catch {
    // Falls through to the refusal.
  }
  throw new Refused('after', 'This place in the list is unknown. Start from the top.');
}

const names = new Map<string, string>();

/**
 * Prepared under a name by its text, of which the filters allow some hundreds. A search is planned each time instead:
 * whether 'ade' or 'coleman' is asked decides between the ordered index and the trigrams.
 */
function ask<Row>(
  db: Db,
  { sql: text, params }: ReturnType<typeof render>,
  { isSearch }: { isSearch: boolean },
): Promise<Row[]> {
  let name = names.get(text);
  if (!isSearch && !name && names.size < 200) names.set(text, (name = `students ${names.size}`));
  return rows<Row>(db, isSearch ? { text } : { name, text }, params);
}
