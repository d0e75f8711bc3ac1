import type { ListMeaning, ListRule, ReportList } from '#kernel/contracts/report-list.ts';
import type { ReportDefinition, ReportFilters, Rule } from '../engine/definition.ts';
import type { Usable } from '../engine/usable-fields.ts';
import type { ReportType } from '#kernel/contracts/report.ts';
import { addDays, isDay } from '#kernel/dates.ts';

/** Parameters that don’t say which rows there are. */
const notFilters = new Set(['sort', 'view', 'after', 'institution_id', 'academic_session', 'columns', 'fields']);

interface FromList {
  filters: ReportFilters;
  fields: string[];
  sort: ReportDefinition['sort'];
  /** Labels of what couldn’t be taken over. */
  left: string[];
}

/** A list as its address narrows it, with the columns that it shows, as a report: as far as reports have them. */
export function reportOfList(usable: Usable, list: ReportList, { query, columns }: { query: string; columns: string }) {
  const asked = [...new URLSearchParams(query)];
  return {
    ...filtersOfList(usable, list, asked),
    fields: fieldsOfList(usable, list, columns),
    sort: sortOfList(usable, list, asked.find(([name]) => name === 'sort')?.[1]),
  } satisfies FromList;
}

function filtersOfList({ usable, closed }: Usable, list: ReportList, all: [string, string][]) {
  const asked = all.filter(([name, value]) => value !== '' && (name in list.filters || !notFilters.has(name)));
  const values = new Map<string, Asked>();
  const left = new Set<string>();
  const fixed: ListRule[] = [...(list.always ?? [])];
  const labelOf = (field: string) => usable.get(field)?.label ?? closed.get(field) ?? wordsOf(field);
  for (const [name, value] of asked) {
    const meaning = meaningOf(list, name);
    if (!meaning || 'left' in meaning) left.add(meaning?.left ?? wordsOf(name));
    else if ('rules' in meaning) {
      if (Object.hasOwn(meaning.rules, value)) fixed.push(...meaning.rules[value]!);
      else left.add(wordsOf(name));
    } else {
      const { field, end, missing, filled, isAbove } = meaning;
      const type = usable.get(field)?.type;
      if (type === 'money' && isAbove && /^\d{1,12}$/.test(value))
        fixed.push({ field, operator: 'more_than', values: [`${value}00`] });
      else if (type && filled === value) fixed.push({ field, operator: 'filled', values: [] });
      else if (!type || !isComparable(type, value, end)) left.add(labelOf(field));
      else {
        const before = values.get(field) ?? { type, many: [] };
        const more = end ? { [end]: value } : { many: [...before.many, value] };
        values.set(field, { ...before, ...more, ...(missing === value && { isMissing: true }) });
      }
    }
  }
  for (const [name, meaning] of Object.entries(list.filters))
    if (typeof meaning === 'object' && 'otherwise' in meaning && !asked.some(([other]) => other === name))
      fixed.push(...(meaning.otherwise ?? []));
  const known = fixed.filter(({ field }) => usable.has(field) || void left.add(labelOf(field)));
  const rules = [
    ...known.map((rule): Rule => ({ ...rule, values: [...rule.values], ask: false })),
    ...[...values].map(([field, one]): Rule => ({ field, ask: false, ...comparisonOf(one) })),
  ];
  const filters: ReportFilters = { joined: 'and', groups: rules.length > 0 ? [{ joined: 'and', rules }] : [] };
  return { filters, left: [...left] };
}

type Known = Exclude<ListMeaning, string>;

function meaningOf({ filters }: ReportList, name: string): Known | undefined {
  const plain = name.replace(/\[\]$/, '');
  const [, id, end] = /^custom[.[](\d+)\]?(?:\.(from|to))?$/.exec(plain) ?? [];
  if (id) return { field: `custom_${id}`, ...(end && { end: end as 'from' | 'to' }) };
  const meaning = Object.hasOwn(filters, plain) ? filters[plain] : undefined;
  return typeof meaning === 'string' ? { field: meaning } : meaning;
}

/** The fields of the columns in view, in their order; the usual ones where the address names none that reports have. */
function fieldsOfList({ subject, usable }: Usable, list: ReportList, columns: string): string[] {
  const shown = columns.split(' ').flatMap((key) => {
    const [, custom] = /^own(\d+)$/.exec(key) ?? [];
    return custom ? [`custom_${custom}`] : Object.hasOwn(list.columns, key) ? list.columns[key]! : [];
  });
  const known = [...new Set(shown)].filter((key) => usable.has(key));
  return known.length > 0 ? known : subject.usual.filter((key) => usable.has(key));
}

function sortOfList({ usable }: Usable, { sorts = {} }: ReportList, asked = ''): ReportDefinition['sort'] {
  const isTurned = asked.startsWith('-');
  const key = asked.replace(/^-/, '');
  return (Object.hasOwn(sorts, key) ? sorts[key]! : [])
    .map((field) => ({ field: field.replace(/^-/, ''), descending: field.startsWith('-') !== isTurned }))
    .filter(({ field }) => usable.has(field));
}

const wordsOf = (name: string) =>
  name === 'q' ? 'Search' : name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[_.]/g, ' ');

/** The values of one field in a list’s address. */
interface Asked {
  type: ReportType;
  many: string[];
  /** Those without a value, such as students without a batch. */
  isMissing?: boolean;
  from?: string;
  to?: string;
}

const range = /^(-?\d+(?:\.\d+)?)?\s*(?:\.\.|…)\s*(-?\d+(?:\.\d+)?)?$/;
const isNumber = (value: string) => /^-?\d+(\.\d+)?$/.test(value);

/** Whether a value of a list can be compared with a field of the type. */
function isComparable(type: ReportType, value: string, end: 'from' | 'to' | undefined): boolean {
  if (type === 'day') return end !== undefined && isDay(value);
  if (type === 'number') return isNumber(value) || (!end && range.test(value) && /\d/.test(value));
  if (end !== undefined) return false;
  return type === 'choice' || type === 'text' || (type === 'yesNo' && (value === 'yes' || value === 'no'));
}

type Comparison = Pick<Rule, 'operator' | 'values'>;

function comparisonOf({ type, many, from, to, isMissing }: Asked): Comparison {
  if (from || to) return type === 'day' ? daysOf(from, to) : numbersOf(from, to);
  if (type === 'number') return numberOf(many[0]!);
  if (type === 'choice') return isMissing ? { operator: 'empty', values: [] } : { operator: 'one_of', values: many };
  if (type === 'yesNo') return { operator: many[0] as 'yes' | 'no', values: [] };
  return { operator: 'contains', values: many.slice(0, 1) };
}

/** A list’s range includes its ends. */
function daysOf(from?: string, to?: string): Comparison {
  if (from && to) return { operator: 'between', values: [from, to] };
  return from ? { operator: 'after', values: [addDays(from, -1)] } : { operator: 'before', values: [addDays(to!, 1)] };
}

function numbersOf(low?: string, high?: string): Comparison {
  if (low && high) return { operator: 'between', values: [low, high] };
  return low ? { operator: 'at_least', values: [low] } : { operator: 'at_most', values: [high!] };
}

function numberOf(value: string): Comparison {
  const [isRange, low, high] = range.exec(value) ?? [];
  return isRange === undefined ? { operator: 'is', values: [value] } : numbersOf(low, high);
}
