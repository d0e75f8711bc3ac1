import { kindOf, type Rule, type RuleKindName } from './rule-kinds.ts';

/** 'JSS 1 A have at most 0 free periods between lessons a week'. */
export const ruleTitle = (kind: RuleKindName, number: number | null, batches: string): string =>
  kindOf(kind)
    .title.replace('{batches}', batches)
    .replace('{n}', number === null ? '…' : String(number));

export const weightWords = (weight: number): string => (weight === 100 ? 'Must be kept' : `Wish, weight ${weight}`);

/** What a form was opened with, to see that nobody has changed the rule since. */
export const ruleState = ({ weight, number, isActive }: Pick<Rule, 'weight' | 'number' | 'isActive'>): string =>
  `${weight} ${number ?? '-'} ${isActive}`;
