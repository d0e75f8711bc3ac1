import type { ReportType } from '#kernel/contracts/report.ts';
import { addDays, isDay } from '#kernel/dates.ts';
import type { Rule } from '../engine/definition.ts';

/** The values of one field in a list’s address. */
export interface Asked {
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
export function isComparable(type: ReportType, value: string, end: 'from' | 'to' | undefined): boolean {
  if (type === 'day') return end !== undefined && isDay(value);
  if (type === 'number') return isNumber(value) || (!end && range.test(value) && /\d/.test(value));
  if (end !== undefined) return false;
  return type === 'choice' || type === 'text' || (type === 'yesNo' && (value === 'yes' || value === 'no'));
}

type Comparison = Pick<Rule, 'operator' | 'values'>;

export function comparisonOf({ type, many, from, to, isMissing }: Asked): Comparison {
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
