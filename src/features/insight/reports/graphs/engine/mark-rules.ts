import type { ReportFilters, Rule } from '../../engine/definition.ts';
import { mostRules } from '../../engine/definition.ts';
import type { Dimension } from './compile-graph.ts';
import { lastDayOf } from './group-labels.ts';
import { outsideTerms } from './group-keys.ts';
import type { Head } from './graph-statement.ts';

/** The filter that finds the rows of a group; null where no comparison does. */
export function ruleOf({ field, step }: Dimension, { key, label, codes, from, to }: Head): Rule | null {
  const rule = (operator: Rule['operator'], ...values: string[]): Rule => ({
    field: field.key,
    operator,
    values,
    ask: false,
  });
  if (field.type === 'yesNo') return rule(key === 'true' ? 'yes' : 'no');
  if (key === null) return codes.every((code) => code === null) ? rule('empty') : null;
  if (step === 'term') return key === outsideTerms ? null : rule('between', from!, to!);
  if (step) return rule('between', key, lastDayOf(key, step));
  switch (field.type) {
    case 'choice':
      return codes.length <= mostCodes && !codes.includes(null) ? rule('one_of', ...(codes as string[])) : null;
    case 'text':
      return label!.trim() === label && label !== '' && label!.length <= 200 ? rule('is', label!) : null;
    default:
      return /^-?\d{1,12}(\.\d{1,6})?$/.test(key) ? rule('is', key) : null;
  }
}

/** More would not fit in an address. */
const mostCodes = 40;

/** Filters that are met by rows that meet others and all of these rules; null if they are too many for a report. */
export function narrowedBy({ joined, groups }: ReportFilters, rules: readonly Rule[]): ReportFilters | null {
  if (rules.length === 0) return { joined, groups };
  const narrowed: ReportFilters =
    joined === 'and' || groups.length < 2
      ? { joined: 'and', groups: [...groups, { joined: 'and', rules: [...rules] }] }
      : { joined, groups: alternativesOf(groups).map((group) => ({ joined: 'and', rules: [...group, ...rules] })) };
  const count = narrowed.groups.reduce((sum, group) => sum + group.rules.length, 0);
  return narrowed.groups.length <= 12 && count <= mostRules ? narrowed : null;
}

/** Groups of which any can be met, each with rules that all must be. */
const alternativesOf = (groups: ReportFilters['groups']): Rule[][] =>
  groups.flatMap(({ joined, rules }) => (joined === 'and' ? [rules] : rules.map((rule) => [rule])));
