import { type CountedType, type Split, labelOf, query } from './counted-type.ts';
import { sql, type SQL, and, desc, eq, asc } from 'drizzle-orm';
import { can, type Actor, institutionsInView } from '#kernel/actor.ts';
import { shapes, type Shape } from '../dashlets.ts';
import { CUSTOM_DASHLET } from '#ui/plain/constants.ts';
import { countedApplications, countedPins } from './types/admission.ts';
import { countedBatches, countedCourses, listedPrograms } from './types/batches.ts';
import { countedInvoices, countedPayments, listedFees } from './types/money.ts';
import { countedStudents } from './types/students.ts';
import { maySeeResults } from '#features/results/results/results.policy.ts';
import { publishedResults } from '#features/results/results/results.schema.ts';
import { genders } from '#features/records/people/genders.ts';
import { seenWith } from '#features/people/students/seen-with.ts';
import { students } from '#features/people/students/students.schema.ts';
import { maySeeEmployees, visibleTo } from '#features/people/employees/employees.policy.ts';
import { employees, findableEmployees } from '#features/records/people/people.schema.ts';
import { matches, patternsOf, wordsIn } from '#features/records/people/search-patterns.ts';
import type { Option } from '#ui/plain/options.ts';

const states = { employed: 'Employed', left: 'Has left' };

const countedEmployees: CountedType = {
  label: 'Employees',
  one: 'employee',
  many: 'employees',
  may: maySeeEmployees,
  from: sql`${employees}`,
  id: sql`${employees.id}`,
  visible: (actor, institutionId) => visibleTo(actor, employees, institutionId),
  name: sql`concat_ws(', ', ${employees.surname}, concat_ws(' ', ${employees.firstName}, ${employees.middleName}))`,
  detail: sql`concat_ws(' · ', ${employees.employeeNumber}, ${employees.jobTitle})`,
  search: (text) =>
    sql`(${employees.institutionId}, ${employees.id}) in (select f.institution_id, f.id from ${findableEmployees} f where ${and(
      ...patternsOf(wordsIn(text)).map((pattern) => matches(sql`f.search_text`, pattern)),
      sql`true`,
    )})`,
  order: asc(employees.sortName),
  href: '/employees/',
  day: sql`${employees.employedOn}`,
  filters: {
    gender: { label: 'Gender', options: genders, where: (value) => sql`${employees.gender} = ${value}` },
    status: {
      label: 'Status',
      options: states,
      where: (value) => (value === 'left' ? sql`${employees.leftOn} is not null` : sql`${employees.leftOn} is null`),
    },
  },
  splits: {
    gender: { label: 'Gender', by: labelOf(sql`${employees.gender}`, genders) },
    job_title: { label: 'Job title', by: sql`coalesce(${employees.jobTitle}, 'Not recorded')` },
    department: { label: 'Department', by: sql`coalesce(${employees.department}, 'Not recorded')` },
  },
  of: { Employee: { one: (record) => eq(employees.id, record) } },
  list({ record, filter, value }) {
    if (record !== null || filter === 'period') return null;
    if (filter === 'status') return value === 'left' ? '/employees?state=left' : '/employees';
    return query('/employees', { state: 'all', [filter]: value });
  },
};

/** Published results, one for each student and term. */
const countedResults: CountedType = {
  label: 'Results',
  one: 'result',
  many: 'results',
  may: maySeeResults,
  from: sql`${publishedResults}
    join ${students} on (${students.institutionId}, ${students.id}) = (${publishedResults.institutionId}, ${publishedResults.studentId})
    join terms t on (t.institution_id, t.id) = (${publishedResults.institutionId}, ${publishedResults.termId})
    join batches b on (b.institution_id, b.id) = (${publishedResults.institutionId}, ${publishedResults.batchId})
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    join institutions n on n.id = ${publishedResults.institutionId}`,
  id: sql`${publishedResults.id}`,
  visible: (actor, institutionId) =>
    and(seenWith(actor, maySeeResults, institutionId), sql`${publishedResults.replacedAt} is null`)!,
  name: sql`concat_ws(', ', ${students.surname}, ${students.firstName})`,
  detail: sql`concat_ws(' · ', t.name, b.name)`,
  order: desc(publishedResults.id),
  day: sql`(${publishedResults.publishedAt} at time zone n.time_zone)::date`,
  filters: {
    gender: { label: 'Gender', options: genders, where: (value) => sql`${students.gender} = ${value}` },
  },
  splits: {
    term: { label: 'Term', by: sql`concat_ws(' · ', t.name, y.name)`, order: sql`t.starts_on` },
    batch: { label: 'Class arm', by: sql`b.name` },
    gender: { label: 'Gender', by: labelOf(sql`${students.gender}`, genders) },
  },
  of: { Student: { one: (record) => eq(students.id, record) } },
};

export interface Model {
  label: string;
  /** Whose records are chosen. */
  type: CountedType;
  /** What hangs on them. */
  associates: readonly string[];
}

/** What hangs on records, by `model_associate_type`. */
export const associates: Readonly<Record<string, CountedType>> = {
  Student: countedStudents,
  Employee: countedEmployees,
  Batch: countedBatches,
  Course: countedCourses,
  PaymentRecord: countedPayments,
  Invoice: countedInvoices,
  Result: countedResults,
  Application: countedApplications,
  Pin: countedPins,
};

/** What dashlets can be about, by `model_name`. */
export const models: Readonly<Record<string, Model>> = {
  Student: {
    label: 'Student',
    type: countedStudents,
    associates: ['Student', 'PaymentRecord', 'Invoice', 'Result'],
  },
  Employee: { label: 'Employee', type: countedEmployees, associates: ['Employee', 'Course', 'Batch'] },
  Batch: { label: 'Class arm', type: countedBatches, associates: ['Student', 'Course', 'Batch'] },
  Program: { label: 'Programme', type: listedPrograms, associates: ['Batch', 'Application', 'Student', 'Pin'] },
  Fee: { label: 'Fee', type: listedFees, associates: ['PaymentRecord', 'Invoice'] },
  PaymentRecord: { label: 'Payment record', type: countedPayments, associates: ['PaymentRecord'] },
  Application: { label: 'Application', type: countedApplications, associates: ['Application'] },
  Pin: { label: 'Pin', type: countedPins, associates: ['Pin'] },
};

// Names come from requests: 'constructor' is none of ours.
export const modelOf = (name: string): Model | undefined => (Object.hasOwn(models, name) ? models[name] : undefined);
export const associateOf = (name: string): CountedType | undefined =>
  Object.hasOwn(associates, name) ? associates[name] : undefined;

/** 3.11: the name 'custom_dashlet' stands for what hangs on the model first; without a model, on the first one. */
export const associateNamed = (name: string, model: string): string =>
  name === CUSTOM_DASHLET ? (modelOf(model) ?? Object.values(models)[0]!).associates[0]! : name;

/** Whether the actor sees rows of the type there. */
export const seesType = (actor: Actor, { may }: CountedType, institutionId: number): boolean =>
  institutionsInView(actor, institutionId, ...may).length > 0;

/** Periods that end today, or with their term or session. */
const periods = {
  today: 'Today',
  week: 'This week',
  month: 'This month',
  term: 'This term',
  session: 'This session',
} as const;
export type Period = keyof typeof periods;

/** The days of a period. Periods of the calendar have the same part of the one before to compare with. */
export interface Span {
  from: SQL;
  to: SQL;
  before: { from: SQL; to: SQL; label: string } | null;
}

export function spanOf(period: Period, institutionId: number, today: string): Span {
  const day = sql`${today}::date`;
  const calendar = (unit: 'day' | 'week' | 'month', label: string): Span => {
    const start = sql`date_trunc(${sql.raw(`'${unit}'`)}, ${today}::timestamp)::date`;
    const past = sql`(${start} - interval ${sql.raw(`'1 ${unit}'`)})::date`;
    return {
      from: start,
      to: day,
      before: { from: past, to: sql`least(${past} + (${day} - ${start}), ${start} - 1)`, label },
    };
  };
  const current = (table: 'terms' | 'academic_sessions'): Span => {
    const edge = (column: string) => sql`(select ${sql.raw(column)} from ${sql.raw(table)} p
      where p.institution_id = ${institutionId} and p.is_current limit 1)`;
    return { from: edge('starts_on'), to: edge('ends_on'), before: null };
  };
  if (period === 'today') return calendar('day', 'yesterday');
  if (period === 'week') return calendar('week', 'last week');
  if (period === 'month') return calendar('month', 'last month');
  return current(period === 'term' ? 'terms' : 'academic_sessions');
}

export const within = (day: SQL, { from, to }: { from: SQL; to: SQL }): SQL => sql`${day} between ${from} and ${to}`;

export interface DataFilter {
  /** 'all', or the name of a filter and a value: 'gender:female', 'period:today'. */
  value: string;
  label: string;
  group: string;
}

const everything: DataFilter = { value: 'all', label: 'All', group: '' };

/** The data filters of an associate: what it declares, and periods if it has days. */
export const filtersOf = ({ filters, day }: CountedType): DataFilter[] => [
  everything,
  ...Object.entries(filters).flatMap(([name, { label, options }]) =>
    Object.entries(options).map(([value, text]) => ({ value: `${name}:${value}`, label: text, group: label })),
  ),
  ...Object.entries(day ? periods : {}).map(([period, label]) => ({
    value: `period:${period}`,
    label,
    group: 'Period',
  })),
];

/** The parts of a data filter that the associate declares; null for any other text. */
export function readFilter(type: CountedType, text: string): { filter: string; value: string } | null {
  if (!filtersOf(type).some(({ value }) => value === text)) return null;
  const [filter = 'all', value = ''] = text.split(':');
  return { filter, value };
}

export const periodIn = ({ filter, value }: { filter: string; value: string }): Period | null =>
  filter === 'period' ? (value as Period) : null;

/** The ways an associate can be shown: split if it has groups, by day if it has days. */
export function shapesOf({ splits, day }: CountedType): Option[] {
  const isSplit = Object.keys(splits).length > 0;
  const can: Record<Shape, boolean> = {
    figure: true,
    list: true,
    bars: isSplit,
    donut: isSplit,
    line: Boolean(day),
    calendar: Boolean(day),
  };
  return Object.entries(shapes).flatMap(([value, label]) => (can[value as Shape] ? [{ value, label }] : []));
}

export const splitsOf = ({ splits }: CountedType): Option[] =>
  Object.entries(splits).map(([value, { label }]) => ({ value, label }));

export const seesSplit = (actor: Actor, { restricted }: Split, institutionId: number): boolean =>
  !restricted || can(actor, restricted.needs, institutionId);

/** Those whose values the actor may see. */
export const splitsSeen = (actor: Actor, type: CountedType, institutionId: number): Option[] =>
  splitsOf(type).filter(({ value }) => seesSplit(actor, type.splits[value]!, institutionId));

/** What the form offers once an associate is chosen; null if the actor sees none of it. */
export function associateOffer(actor: Actor, institutionId: number, name: string) {
  const type = associateOf(name);
  if (!type || !seesType(actor, type, institutionId)) return null;
  return { filters: filtersOf(type), shapes: shapesOf(type), splits: splitsSeen(actor, type, institutionId) };
}

export type AssociateOffer = NonNullable<ReturnType<typeof associateOffer>>;

export interface ModelOffer extends Option {
  associates: Option[];
}

/** The models and associates of which the actor sees something. */
export const modelOffers = (actor: Actor, institutionId: number): ModelOffer[] =>
  Object.entries(models).flatMap(([value, { label, type, associates: names }]) => {
    const seen = names.filter((name) => seesType(actor, associates[name]!, institutionId));
    if (!seesType(actor, type, institutionId) || seen.length === 0) return [];
    return [{ value, label, associates: seen.map((name) => ({ value: name, label: associates[name]!.label })) }];
  });
