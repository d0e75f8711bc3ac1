import {
  MULTI_SELECT_COUNT_SUFFIX,
  MULTI_SELECT_EMPTY,
  MULTI_SELECT_MAX_LABELS,
  MULTI_SELECT_SEPARATOR,
  SELECT_NO_RESULTS,
} from '../../plain/constants.ts';
import { isChosen } from '../../is-chosen.ts';
import type { Option } from '../../plain/options.ts';

export interface Choice extends Option {
  /** A short label without commas, for joined lists. */
  name?: string | undefined;
  /** Shown next to the label; not searched. */
  hint?: string;
}

export interface ChoiceGroup {
  /** '' means no heading. */
  label: string;
  options: Choice[];
}

/** All options by heading, without placeholders. */
export function groupsOf(options: Choice[] = [], groups: ChoiceGroup[] = []): ChoiceGroup[] {
  return [{ label: '', options }, ...groups]
    .map((group) => ({ ...group, options: group.options.filter((one) => isChosen(one.value)) }))
    .filter((group) => group.options.length > 0);
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether the name contains every word of the filter, ignoring accents and tone marks. */
export const fits = ({ label }: { label: string }, filter: string): boolean => rankOf(label, filter) < UNFIT;

export const UNFIT = 5;

/** Ranks a match: equal, prefix, prefix of a word, contained, or all words contained. 'kwa' ranks Kwara before Akwa Ibom. */
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

/** The matching options, best first; groups are sorted by their best match. */
export const fitting = (groups: ChoiceGroup[], filter: string): ChoiceGroup[] =>
  closestFirst(groups, filter)
    .map((group) => ({ ...group, options: group.options.filter((one) => fits(one, filter)) }))
    .filter((group) => group.options.length > 0);

/** All options, matching ones first. */
export function closestFirst(groups: ChoiceGroup[], filter: string): ChoiceGroup[] {
  if (!filter.trim()) return groups;
  const rank = ({ label }: Choice) => rankOf(label, filter);
  return groups
    .map((group) => ({ ...group, options: group.options.toSorted((one, other) => rank(one) - rank(other)) }))
    .toSorted((one, other) => rank(one.options[0]!) - rank(other.options[0]!));
}

/** 9.9 */
export const noResults = (filter: string) => `${SELECT_NO_RESULTS} "${filter.trim()}"`;

/** 9.8: the text of a multi-select's button. */
export function selectionText(labels: string[]): string {
  if (labels.length === 0) return MULTI_SELECT_EMPTY;
  if (labels.length > MULTI_SELECT_MAX_LABELS) return `${labels.length} ${MULTI_SELECT_COUNT_SUFFIX}`;
  return labels.join(MULTI_SELECT_SEPARATOR);
}
