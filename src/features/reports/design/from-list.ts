import { addDays, isDay } from '#kernel/dates.ts';
import type { ReportType } from '#kernel/contracts/report.ts';
import type { ReportFilters, Rule } from '../engine/definition.ts';
import type { Usable } from '../engine/usable-fields.ts';

export const peopleLists = ['students', 'employees', 'guardians'] as const;
export type PeopleListName = (typeof peopleLists)[number];
export const subjectOfList = { students: 'student', employees: 'employee', guardians: 'guardian' } as const;

/** A parameter of a list’s address as a filter of a report: the field, and the end of a range. */
interface Taken {
  field: string;
  label: string;
  end?: 'from' | 'to';
  /** What the values of the list are in reports; none if the value doesn’t narrow. */
  values?: Record<string, string[]>;
}

const taken = (field: string, label: string, more: Omit<Taken, 'field' | 'label'> = {}): Taken => ({
  ...{ field, label },
  ...more,
});
const papers = taken('papers', 'Documents');

const paramsOf: Record<PeopleListName, Record<string, Taken>> = {
  students: {
    ...{ batch: taken('batch', 'Class arm'), class: taken('class', 'Class'), program: taken('program', 'Programme') },
    ...{ status: taken('status', 'Status'), gender: taken('gender', 'Gender') },
    ...{ category: taken('student_category', 'Category'), religion: taken('religion', 'Religion') },
    state: taken('state', 'State of origin'),
    admitted_from: taken('admission_date', 'Admitted', { end: 'from' }),
    admitted_to: taken('admission_date', 'Admitted', { end: 'to' }),
    born_from: taken('birth_date', 'Date of birth', { end: 'from' }),
    born_to: taken('birth_date', 'Date of birth', { end: 'to' }),
    ...{ average: taken('average', 'Average'), cumulative: taken('cumulative', 'Cumulative average') },
    ...{ cgpa: taken('cgpa', 'CGPA'), position: taken('position', 'Position') },
    ...{ designation: taken('class_designation', 'Class designation'), promotion: taken('promotion', 'Promotion') },
    // The list means enrolments of that session, a report the session of the present class.
    academic_session: taken('enrolled_in', 'Session'),
    papers,
  },
  employees: {
    ...{ job_title: taken('job_position', 'Job title'), position: taken('position', 'Position') },
    ...{ category: taken('category', 'Category'), qualification: taken('qualification', 'Qualification') },
    educational_qualification: taken('educational_qualification', 'Educational qualification'),
    ...{ department: taken('department', 'Department'), gender: taken('gender', 'Gender') },
    state: taken('status', 'Status', { values: { left: ['former'], all: [] } }),
    employed_from: taken('employed_on', 'Employed', { end: 'from' }),
    employed_to: taken('employed_on', 'Employed', { end: 'to' }),
    papers,
  },
  guardians: {
    pays_fees: taken('pays_fees', 'Pays fees'),
    sign_in: taken('account', 'Account', {
      values: { with: ['invited', 'active', 'disabled'], without: ['none'] },
    }),
    papers,
  },
};

/** Parameters that don’t say which rows there are. */
const notFilters = new Set(['sort', 'view', 'after', 'institution_id', 'columns', 'fields']);

export interface FromList {
  filters: ReportFilters;
  /** Labels of what couldn’t be taken over. */
  left: string[];
}

/** The filters of a list’s address as filters of a report, as far as the report has them. */
export function filtersOfList({ usable }: Usable, list: PeopleListName, query: string): FromList {
  const asked = [...new URLSearchParams(query)].filter(([name, value]) => !notFilters.has(name) && value !== '');
  const values = new Map<string, Asked>();
  const left = new Set<string>();
  for (const [name, value] of asked) {
    const known = takenOf(list, name);
    const type = known && usable.get(known.field)?.type;
    if (!known || !type || !isTaken(type, known, value)) left.add(known?.label ?? labelOf(name));
    else {
      const before = values.get(known.field) ?? { type, many: [] };
      const more = known.values ? known.values[value]! : [value];
      values.set(known.field, {
        ...before,
        ...(known.end ? { [known.end]: value } : { many: [...before.many, ...more] }),
        ...(name === 'batch' && value === 'none' && { isMissing: true }),
      });
    }
  }
  // Former employees are listed only when the address asks for them.
  if (list === 'employees' && !asked.some(([name]) => name === 'state') && usable.has('status'))
    values.set('status', { type: 'choice', many: ['current'] });
  const rules = [...values]
    .filter(([, all]) => all.many.length > 0 || all.from || all.to)
    .map(([field, all]): Rule => ({ field, ask: false, ...comparisonOf(all) }));
  return { filters: { joined: 'and', groups: rules.length ? [{ joined: 'and', rules }] : [] }, left: [...left] };
}

/** The values of one field in the address. */
interface Asked {
  type: ReportType;
  many: string[];
  /** Those without a value, such as students without a batch. */
  isMissing?: boolean;
  from?: string;
  to?: string;
}

function takenOf(list: PeopleListName, name: string): Taken | undefined {
  const plain = name.replace(/\[\]$/, '');
  const [, id, end] = /^custom[.[](\d+)\]?(?:\.(from|to))?$/.exec(plain) ?? [];
  if (id) return { field: `custom_${id}`, label: 'Custom field', ...(end && { end: end as 'from' | 'to' }) };
  return paramsOf[list][plain];
}

const range = /^(-?\d+(?:\.\d+)?)?\s*(?:\.\.|…)\s*(-?\d+(?:\.\d+)?)?$/;

function isTaken(type: ReportType, { end, values }: Taken, value: string): boolean {
  if (values) return Object.hasOwn(values, value);
  if (type === 'day') return end !== undefined && isDay(value);
  if (end !== undefined) return false;
  if (type === 'number') return /^-?\d+(\.\d+)?$/.test(value) || (range.test(value) && /\d/.test(value));
  return type === 'choice' || type === 'text' || (type === 'yesNo' && (value === 'yes' || value === 'no'));
}

function comparisonOf({ type, many, from, to, isMissing }: Asked): Pick<Rule, 'operator' | 'values'> {
  if (from && to) return { operator: 'between', values: [from, to] };
  // A list’s range includes its ends.
  if (from) return { operator: 'after', values: [addDays(from, -1)] };
  if (to) return { operator: 'before', values: [addDays(to, 1)] };
  if (type === 'number') return numberOf(many[0]!);
  if (type === 'choice') return isMissing ? { operator: 'empty', values: [] } : { operator: 'one_of', values: many };
  if (type === 'yesNo') return { operator: many[0] as 'yes' | 'no', values: [] };
  return { operator: 'contains', values: many.slice(0, 1) };
}

function numberOf(value: string): Pick<Rule, 'operator' | 'values'> {
  const [isRange, low, high] = range.exec(value) ?? [];
  if (isRange === undefined) return { operator: 'is', values: [value] };
  if (low && high) return { operator: 'between', values: [low, high] };
  return low ? { operator: 'at_least', values: [low] } : { operator: 'at_most', values: [high!] };
}

const labelOf = (name: string) =>
  name === 'q' ? 'Search' : name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[_.]/g, ' ');
