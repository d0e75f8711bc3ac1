import { firstOf } from '#kernel/bounded.ts';
import {
  and,
  asc,
  desc,
  eq,
  getTableName,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  sql,
  type Placeholder,
  type SQL,
} from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { configure, filled, jsonRows, prepared, type Db } from '#kernel/database.ts';
import { isDay } from '#kernel/dates.ts';
import { NotFound, Refused } from '#kernel/errors.ts';
import type { Json } from '#kernel/json-rows.ts';
import { keptByActor } from '#kernel/kept.ts';
import { keptQuery, recordId } from '#kernel/kept-query.ts';
import type { Statement } from '#kernel/pipeline.ts';
import { customFieldConditions } from '#features/custom-fields/custom-field-condition.ts';
import { customColumns } from '#features/custom-fields/listed-fields.ts';
import { lists, type ListKey } from '#features/lookups/lookups.schema.ts';
import { papersCondition, seesPapers } from '#features/people/expiring-papers.ts';
import { employees, findableEmployees } from '#features/people/people.schema.ts';
import { matches, patternsOf, placesFor, valuesFor, type Patterns } from '#features/people/search-patterns.ts';
import { soughtWords } from '#features/people/search-words.ts';
import { byTrigrams, fewHundred, onePage } from '#features/students/search-both-ways.ts';
import type { EmployeeFilter } from './employee-filter.ts';
import { employeeKind } from './employee-kind.ts';
import { employeePapers, maySeeEmployees, visibleTo } from './employees.policy.ts';

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
  qualification: string | null;
  educationalQualification: string | null;
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
  'qualification',
  'educationalQualification',
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
  const patterns = patternsOf(soughtWords(filter.q));
  const place = placeOf(filter);
  // Words and places differ from page to page; what is asked about them is the same.
  const question = { ...filter, view: undefined, q: patterns.map(({ length }) => length), after: place !== null };
  const statement = statements(actor, question, () => statementOf(actor, filter, placesFor(patterns), place));
  const values = { ...valuesFor(patterns), ...place };
  const asked = Object.keys(values).length ? filled(statement, values) : statement;
  const [, page] = await Promise.all([
    patterns.length ? configure(db, byTrigrams) : undefined,
    jsonRows<EmployeeRow>(db, asked, shownAs),
  ]);
  return { rows: page.rows, after: page.isMore ? cursorOf(page.last!) : null };
}

/** A person's list is opened many times alike: its statement is kept. */
const statements = keptByActor<Statement>();

function statementOf(actor: Actor, filter: EmployeeFilter, patterns: Patterns[], place: Place | null): Statement {
  const table: Table = patterns.length ? findableEmployees : employees;
  const { key, direction } = order(table, filter.sort);
  const cursor = place && { key: sql.placeholder('key'), id: sql.placeholder('id') };
  const visible = and(
    visibleTo(actor, table, filter.institution_id),
    cursor ? behind(table, filter, cursor) : undefined,
  )!;
  const matching = and(...conditions(table, filter, patterns)) ?? sql`true`;
  const ordered = sql`order by ${direction(key)}, ${direction(table.id)}`;
  return prepared(
    patterns.length === 0
      ? sql`select ${columnsOf(table)}, ${key} as "sortKey" from ${table} where ${visible} and ${matching} ${ordered} limit ${onePage}`
      : searchOf(filter, { table, visible, matching, ordered }),
  );
}

/**
 * What many bear fills its page out of the first few hundred in order; else whoever bears it is gathered by its
 * trigrams, who are few where employees are some thousands. Only for the page are the wide rows opened.
 */
function searchOf(
  { sort }: EmployeeFilter,
  { table, visible, matching, ordered }: Record<'visible' | 'matching' | 'ordered', SQL> & { table: Table },
): SQL {
  const { key, direction } = order(table, sort);
  const place = sql`${table.institutionId}, ${table.id}, ${key} as key`;
  const isShort = sql`(select count(*) from probed) < ${onePage}`;
  return sql`with probed as materialized (
      select ${place} from (select * from ${table} where ${visible} ${ordered} limit ${fewHundred}) ${sql.identifier(getTableName(table))}
      where ${matching} ${ordered} limit ${onePage}),
    gathered as materialized (select ${place} from ${table} where ${isShort} and ${visible} and ${matching})
    select ${columnsOf(employees)}, found.key as "sortKey"
    from (select * from probed where not ${isShort} union all select * from gathered
      order by ${direction(sql`key`)}, ${direction(sql`id`)} limit ${onePage}) found
    join ${employees} on ${employees.institutionId} = found.institution_id and ${employees.id} = found.id
    order by ${direction(sql`found.key`)}, ${direction(sql`found.id`)}`;
}

const columnsOf = (table: Table) =>
  sql.join(
    listed.map((name) => sql`${table[name]} as ${sql.identifier(name)}`),
    sql`, `,
  );

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
  return firstOf(found.rows.parse(), 5);
}

/** The words by which the list can be narrowed; retired ones too, for some still bear them. */
export async function filterChoices(db: Db, actor: Actor, wanted?: number) {
  const ids = institutionsInView(actor, wanted, ...maySeeEmployees);
  const words = async (key: ListKey) => {
    const list = lists[key];
    const rows = await db
      .select({ name: list.name })
      .from(list)
      .where(inArray(list.institutionId, ids))
      .groupBy(list.name)
      .orderBy(sql`min(${list.position})`, list.name);
    return rows.map(({ name }) => name);
  };
  const [departments, categories, positions, jobTitles, qualifications, educationalQualifications, own] =
    await Promise.all([
      words('departments'),
      words('employeeCategories'),
      words('employeePositions'),
      words('jobTitles'),
      words('qualifications'),
      words('educationalQualifications'),
      customColumns(db, actor, employeeKind, wanted),
    ]);
  const papers = seesPapers(actor, employeePapers, wanted);
  return { departments, categories, positions, jobTitles, qualifications, educationalQualifications, own, papers };
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
  const [row] = await overviews(db, actor, {}, { id: employeeId });
  if (!row) throw new NotFound('employee');
  return row;
}
const overviews = keptQuery((db, actor) =>
  db
    .select(overview)
    .from(employees)
    .where(and(visibleTo(actor, employees), eq(employees.id, recordId))),
);
export type EmployeeProfile = Awaited<ReturnType<typeof employeeProfile>>;

type Table = typeof employees | typeof findableEmployees;

/** LIKE finds its index only through the view; without a search the table itself is read. */
const tableFor = (filter: EmployeeFilter): Table => (soughtWords(filter.q).length ? findableEmployees : employees);

function conditions(
  table: Table,
  filter: EmployeeFilter,
  patterns: Patterns[] = patternsOf(soughtWords(filter.q)),
): SQL[] {
  const stays = filter.state === 'left' ? isNotNull(table.leftOn) : isNull(table.leftOn);
  return [
    ...patterns.map((some) => matches(table.searchText, some)),
    filter.department && eq(table.department, filter.department),
    filter.category && eq(table.category, filter.category),
    filter.position && eq(table.position, filter.position),
    filter.job_title && eq(table.jobTitle, filter.job_title),
    filter.qualification && eq(table.qualification, filter.qualification),
    filter.educational_qualification && eq(table.educationalQualification, filter.educational_qualification),
    filter.gender && eq(table.gender, filter.gender),
    filter.state === 'all' ? undefined : stays,
    filter.employed_from && gte(table.employedOn, filter.employed_from),
    filter.employed_to && lte(table.employedOn, filter.employed_to),
    papersCondition('employee', table, filter.papers),
    ...customFieldConditions('employee', table, filter.custom),
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

/** Where a page ended: the last employee's place in the order. */
interface Place {
  key: string | Placeholder;
  id: number | Placeholder;
}

/** Those who come behind the last one shown. */
function behind(table: Table, { sort }: EmployeeFilter, { key: value, id }: Place): SQL {
  const { key } = order(table, sort);
  return sort.startsWith('-')
    ? sql`(${key}, ${table.id}) < (${value}, ${id})`
    : sql`(${key}, ${table.id}) > (${value}, ${id})`;
}

const cursorOf = (last: Record<string, string | null>) =>
  Buffer.from(JSON.stringify([last['sortKey'], Number(last['id'])])).toString('base64url');

function placeOf({ after, sort }: EmployeeFilter): Place | null {
  if (!after) return null;
  try {
    const [key, id] = JSON.parse(Buffer.from(after, 'base64url').toString()) as unknown[];
    const isKey = typeof key === 'string' && (!sort.endsWith('employed') || isDay(key) || key === noDay);
    if (isKey && Number.isSafeInteger(id)) return { key, id: id as number };
  } catch {
    // Falls through to the refusal.
  }
  throw new Refused('after', 'This position in the list is not valid. Start from the top of the list.');
}
