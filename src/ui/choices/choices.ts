import {
  MULTI_SELECT_COUNT_SUFFIX,
  MULTI_SELECT_EMPTY,
  MULTI_SELECT_MAX_LABELS,
  MULTI_SELECT_SEPARATOR,
  SELECT_NO_RESULTS,
} from '../constants.ts';
import { isChosen } from '../is-chosen.ts';
import type { Option } from '../select-field.tsx';

export interface Choice extends Option {
  /** How it is called among others in a line, where its label has a comma in it. */
  name?: string | undefined;
  /** Beside the label; the filter does not search it. */
  hint?: string;
}

export interface ChoiceGroup {
  /** '' has no heading. */
  label: string;
  options: Choice[];
}

/** All options under their headings, without those that only stand for no choice. */
export function groupsOf(options: Choice[] = [], groups: ChoiceGroup[] = []): ChoiceGroup[] {
  return [{ label: '', options }, ...groups]
    .map((group) => ({ ...group, options: group.options.filter((one) => isChosen(one.value)) }))
    .filter((group) => group.options.length > 0);
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether each word of the filter is in the name; accents and tone marks do not matter. Hints are not searched. */
export const fits = ({ label }: { label: string }, filter: string): boolean => rankOf(label, filter) < UNFIT;

export const UNFIT = 5;

/**
 * How well a name fits: it is the filter, starts with it, has a word that does, contains it, or contains its words
 * anywhere. 'kwa' means Kwara before Akwa Ibom, and 'JSS 2 B' never JSS 1 B with 23 places taken.
 */
export function rankOf(label: string, filter: string): number {
  const text = plain(label).replace(/\s+/g, ' ');
  const words = plain(filter).trim().split(/\s+/);
  const whole = words.join(' ');
  if (text === whole) return 0;
  if (text.startsWith(whole)) return 1;
  if (text.includes(` ${whole}`)) return 2;
  if (text.includes(whole)) return 3;
  return words.every((word) => text.includes(word)) ? 4 : UNFIT;
}

/** The options that fit, the closest first, in groups of which the one with the closest comes first. */
export const fitting = (groups: ChoiceGroup[], filter: string): ChoiceGroup[] =>
  closestFirst(groups, filter)
    .map((group) => ({ ...group, options: group.options.filter((one) => fits(one, filter)) }))
    .filter((group) => group.options.length > 0);

/** All options, those that fit before the others. */
export function closestFirst(groups: ChoiceGroup[], filter: string): ChoiceGroup[] {
  if (!filter.trim()) return groups;
  const rank = ({ label }: Choice) => rankOf(label, filter);
  return groups
    .map((group) => ({ ...group, options: group.options.toSorted((one, other) => rank(one) - rank(other)) }))
    .toSorted((one, other) => rank(one.options[0]!) - rank(other.options[0]!));
}

/** 9.9 */
export const noResults = (filter: string) => `${SELECT_NO_RESULTS} "${filter.trim()}"`;

/** 9.8: what the button of a multi-select says. */
export function chosenWords(labels: string[]): string {
  if (labels.length === 0) return MULTI_SELECT_EMPTY;
  if (labels.length > MULTI_SELECT_MAX_LABELS) return `${labels.length} ${MULTI_SELECT_COUNT_SUFFIX}`;
  return labels.join(MULTI_SELECT_SEPARATOR);
}
