import { and, asc, desc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { jsonRows, prepared, unprepared, type Db } from '#kernel/database.ts';
import { isDay } from '#kernel/dates.ts';
import { NotFound, Refused } from '#kernel/errors.ts';
import type { Json } from '#kernel/json-rows.ts';
import type { Statement } from '#kernel/pipeline.ts';
import { lists } from '#features/lookups/lookups.schema.ts';
import { employees, findableEmployees } from '#features/people/people.schema.ts';
import { contains, soughtWords } from '#features/people/search-words.ts';
import type { EmployeeFilter } from './employee-filter.ts';
import { maySeeEmployees, visibleTo } from './employees.policy.ts';

const pageSize = 50;

export interface EmployeeRow {
  id: number;
  institutionId: number;
  title: string | null;
  surname: string;
  firstName: string;
  middleName: string | null;
  employeeNumber: string;
  jobTitle: string | null;
  department: string | null;
  category: string | null;
  position: string | null;
  gender: 'female' | 'male' | null;
  phone: string | null;
  mobile: string | null;
  email: string | null;
  employedOn: string | null;
  leftOn: string | null;
  photoId: number | null;
}

const listed = [
  'id',
  'institutionId',
  'title',
  'surname',
  'firstName',
  'middleName',
  'employeeNumber',
  'jobTitle',
  'department',
  'category',
  'position',
  'gender',
  'phone',
  'mobile',
  'email',
  'employedOn',
  'leftOn',
  'photoId',
] as const satisfies (keyof EmployeeRow)[];
const shownAs = { atMost: pageSize, unseen: ['sortKey'] };

export interface EmployeePage {
  rows: Json<EmployeeRow[]>;
  /** The place of the next page, when there is one. */
  after: string | null;
}

/** One page of employees in the order of the filter, and the place of the next as a cursor. */
export async function listEmployees(db: Db, actor: Actor, filter: EmployeeFilter): Promise<EmployeePage> {
  const page = await jsonRows<EmployeeRow>(db, statementOf(actor, filter), shownAs);
  return { rows: page.rows, after: page.isMore ? cursorOf(page.last!) : null };
}

const rendered = new WeakMap<Actor['institutions'], Map<string, Statement>>();

/** A person's list is opened many times alike: its statement is kept as long as what the person may see stays the same. */
function statementOf(actor: Actor, filter: EmployeeFilter): Statement {
  // How often a word occurs decides the way of a search: it is planned each time.
  if (filter.q) return unprepared(pageOf(actor, filter));
  const known = rendered.get(actor.institutions) ?? new Map<string, Statement>();
  rendered.set(actor.institutions, known);
  const key = JSON.stringify({ ...filter, view: undefined });
  const statement = known.get(key) ?? prepared(pageOf(actor, filter));
  if (!filter.after && known.size < 20) known.set(key, statement);
  return statement;
}

function pageOf(actor: Actor, filter: EmployeeFilter): SQL {
  const table = tableFor(filter);
  const { key, direction } = order(table, filter.sort);
  const columns = sql.join(
    listed.map((name) => sql`${table[name]} as ${sql.identifier(name)}`),
    sql`, `,
  );
  return sql`select ${columns}, ${key} as "sortKey" from ${table}
    where ${and(visibleTo(actor, table, filter.institution_id), ...conditions(table, filter), behind(table, filter))}
    order by ${direction(key)}, ${direction(table.id)} limit ${sql.raw(String(pageSize + 1))}`;
}

/** How many the filter finds. */
export const countEmployees = (db: Db, actor: Actor, filter: EmployeeFilter): Promise<number> => {
  const table = tableFor(filter);
  return db.$count(table, and(visibleTo(actor, table, filter.institution_id), ...conditions(table, filter)));
};

/** All that a list of this filter holds, and its order: for who reads the whole rather than a page. */
export function wholeList(filter: EmployeeFilter) {
  const table = tableFor(filter);
  const { key, direction } = order(table, filter.sort);
  return { table, where: conditions(table, filter), orderBy: [direction(key), direction(table.id)] };
}

/** The first few whose name, number, phone or e-mail holds every word, of those who are here; for the palette. */
export async function findEmployees(db: Db, actor: Actor, q: string) {
  const found = await listEmployees(db, actor, { q, sort: 'name' });
  return found.rows.parse().slice(0, 5);
}

/** The words by which the list can be narrowed; retired ones too, for some still bear them. */
export async function filterChoices(db: Db, actor: Actor, wanted?: number) {
  const ids = institutionsInView(actor, wanted, ...maySeeEmployees);
  const words = async (key: 'departments' | 'employeeCategories' | 'employeePositions' | 'jobTitles') => {
    const list = lists[key];
    const rows = await db
      .select({ name: list.name })
      .from(list)
      .where(inArray(list.institutionId, ids))
      .groupBy(list.name)
      .orderBy(sql`min(${list.position})`, list.name);
    return rows.map(({ name }) => name);
  };
  const [departments, categories, positions, jobTitles] = await Promise.all([
    words('departments'),
    words('employeeCategories'),
    words('employeePositions'),
    words('jobTitles'),
  ]);
  return { departments, categories, positions, jobTitles };
}

const overview = {
  id: employees.id,
  institutionId: employees.institutionId,
  employeeNumber: employees.employeeNumber,
  title: employees.title,
  surname: employees.surname,
  firstName: employees.firstName,
  middleName: employees.middleName,
  gender: employees.gender,
  email: employees.email,
  phone: employees.phone,
  mobile: employees.mobile,
  category: employees.category,
  department: employees.department,
  position: employees.position,
  jobTitle: employees.jobTitle,
  qualification: employees.qualification,
  educationalQualification: employees.educationalQualification,
  employedOn: employees.employedOn,
  leftOn: employees.leftOn,
  leavingReason: employees.leavingReason,
  photoId: employees.photoId,
  updatedAt: employees.updatedAt,
};

/** What everybody who sees an employee may know; the restricted groups are in employee-private.queries.ts. */
export async function employeeProfile(db: Db, actor: Actor, employeeId: number) {
  const [row] = await db
    .select(overview)
    .from(employees)
    .where(and(visibleTo(actor, employees), eq(employees.id, employeeId)));
  if (!row) throw new NotFound('employee');
  return row;
}
export type EmployeeProfile = Awaited<ReturnType<typeof employeeProfile>>;

type Table = typeof employees | typeof findableEmployees;

/** LIKE finds its index only through the view; without a search the table itself is read. */
const tableFor = (filter: EmployeeFilter): Table => (soughtWords(filter.q).length ? findableEmployees : employees);

function conditions(table: Table, filter: EmployeeFilter): SQL[] {
  const stays = filter.state === 'left' ? isNotNull(table.leftOn) : isNull(table.leftOn);
  return [
    ...soughtWords(filter.q).map((word) => contains(table, word)),
    filter.department && eq(table.department, filter.department),
    filter.category && eq(table.category, filter.category),
    filter.position && eq(table.position, filter.position),
    filter.job_title && eq(table.jobTitle, filter.job_title),
    filter.gender && eq(table.gender, filter.gender),
    filter.state === 'all' ? undefined : stays,
  ].filter((one) => one !== undefined && one !== '') as SQL[];
}

/** Where those stand of whom nobody knows when they were employed. */
const noDay = '0001-01-01';

function order(table: Table, sort: EmployeeFilter['sort']) {
  const keys: Record<string, SQL> = {
    name: sql`${table.sortName}`,
    number: sql`${table.employeeNumber}`,
    employed: sql`coalesce(${table.employedOn}, ${sql.raw(`'${noDay}'`)}::date)`,
  };
  return { key: keys[sort.replace('-', '')]!, direction: sort.startsWith('-') ? desc : asc };
}

/** Those who come behind the last one shown. */
function behind(table: Table, filter: EmployeeFilter): SQL | undefined {
  const place = placeOf(filter);
  if (!place) return undefined;
  const { key } = order(table, filter.sort);
  return filter.sort.startsWith('-')
    ? sql`(${key}, ${table.id}) < (${place.key}, ${place.id})`
    : sql`(${key}, ${table.id}) > (${place.key}, ${place.id})`;
}

const cursorOf = (last: Record<string, string | null>) =>
  Buffer.from(JSON.stringify([last['sortKey'], Number(last['id'])])).toString('base64url');

function placeOf({ after, sort }: EmployeeFilter): { key: string; id: number } | null {
  if (!after) return null;
  try {
    const [key, id] = JSON.parse(Buffer.from(after, 'base64url').toString()) as unknown[];
    const isKey = typeof key === 'string' && (!sort.endsWith('employed') || isDay(key) || key === noDay);
    if (isKey && Number.isSafeInteger(id)) return { key, id: id as number };
  } catch {
    // Falls through to the refusal.
  }
  throw new Refused('after', 'This place in the list is unknown. Start from the top.');
}
