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
}

const paramsOf: Record<PeopleListName, Record<string, Taken>> = {
  students: {
    batch: { field: 'batch', label: 'Class arm' },
    class: { field: 'class', label: 'Class' },
    program: { field: 'program', label: 'Programme' },
    status: { field: 'status', label: 'Status' },
    gender: { field: 'gender', label: 'Gender' },
    category: { field: 'category', label: 'Category' },
    religion: { field: 'religion', label: 'Religion' },
    state: { field: 'state', label: 'State of origin' },
    admitted_from: { field: 'admission_date', label: 'Admitted', end: 'from' },
    admitted_to: { field: 'admission_date', label: 'Admitted', end: 'to' },
    born_from: { field: 'birth_date', label: 'Date of birth', end: 'from' },
    born_to: { field: 'birth_date', label: 'Date of birth', end: 'to' },
    designation: { field: 'designation', label: 'Class designation' },
    papers: { field: 'papers', label: 'Documents' },
    academic_session: { field: 'session', label: 'Session' },
  },
  employees: {
    job_title: { field: 'job_title', label: 'Job title' },
    position: { field: 'position', label: 'Position' },
    category: { field: 'category', label: 'Category' },
    qualification: { field: 'qualification', label: 'Qualification' },
    educational_qualification: { field: 'educational_qualification', label: 'Educational qualification' },
    department: { field: 'department', label: 'Department' },
    gender: { field: 'gender', label: 'Gender' },
    employed_from: { field: 'employment_date', label: 'Employed', end: 'from' },
    employed_to: { field: 'employment_date', label: 'Employed', end: 'to' },
    papers: { field: 'papers', label: 'Documents' },
  },
  guardians: {
    pays_fees: { field: 'pays_fees', label: 'Pays fees' },
    sign_in: { field: 'sign_in', label: 'Account' },
    papers: { field: 'papers', label: 'Documents' },
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
      values.set(known.field, known.end ? { ...before, [known.end]: value } : { type, many: [...before.many, value] });
    }
  }
  const rules = [...values].map(([field, all]): Rule => ({ field, ask: false, ...comparisonOf(all) }));
  // Former employees are listed only when the address asks for them.
  if (list === 'employees' && !asked.some(([name]) => name === 'state') && usable.has('left_on'))
    rules.push({ field: 'left_on', operator: 'empty', values: [], ask: false });
  return { filters: { joined: 'and', groups: rules.length ? [{ joined: 'and', rules }] : [] }, left: [...left] };
}

/** The values of one field in the address. */
interface Asked {
  type: ReportType;
  many: string[];
  from?: string;
  to?: string;
}

function takenOf(list: PeopleListName, name: string): Taken | undefined {
  const plain = name.replace(/\[\]$/, '');
  const [, id, end] = /^custom[.[](\d+)\]?(?:\.(from|to))?$/.exec(plain) ?? [];
  if (id) return { field: `custom_${id}`, label: 'Custom field', ...(end && { end: end as 'from' | 'to' }) };
  return paramsOf[list][plain];
}

function isTaken(type: ReportType, { end }: Taken, value: string): boolean {
  if (type === 'day') return end !== undefined && isDay(value);
  if (end !== undefined) return false;
  if (type === 'number') return /^-?\d+(\.\d+)?$/.test(value);
  return type === 'choice' || type === 'text' || (type === 'yesNo' && (value === 'yes' || value === 'no'));
}

function comparisonOf({ type, many, from, to }: Asked): Pick<Rule, 'operator' | 'values'> {
  if (from && to) return { operator: 'between', values: [from, to] };
  // A list’s range includes its ends.
  if (from) return { operator: 'after', values: [addDays(from, -1)] };
  if (to) return { operator: 'before', values: [addDays(to, 1)] };
  if (type === 'choice')
    return many.includes('none') ? { operator: 'empty', values: [] } : { operator: 'one_of', values: many };
  if (type === 'yesNo') return { operator: many[0] as 'yes' | 'no', values: [] };
  return { operator: type === 'text' ? 'contains' : 'is', values: many.slice(0, 1) };
}

const labelOf = (name: string) =>
  name === 'q' ? 'Search' : name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[_.]/g, ' ');
