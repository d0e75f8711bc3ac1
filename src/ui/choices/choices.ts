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
  /** Beside the label, and found by the filter too. */
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

/** Whether each word of the filter is in the label; accents and tone marks do not matter. */
export function fits({ label, hint = '' }: Choice, filter: string): boolean {
  const text = plain(`${label} ${hint}`);
  return plain(filter)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** What begins with the filter comes before what has it inside: 'kwa' means Kwara, not Akwa Ibom. */
function rank({ label }: Choice, filter: string): number {
  const [text, start] = [plain(label), plain(filter.trim())];
  return text.startsWith(start) ? 0 : text.includes(` ${start}`) ? 1 : 2;
}

export const fitting = (groups: ChoiceGroup[], filter: string): ChoiceGroup[] =>
  groups
    .map((group) => ({
      ...group,
      options: group.options
        .filter((one) => fits(one, filter))
        .sort((one, other) => rank(one, filter) - rank(other, filter)),
    }))
    .filter((group) => group.options.length > 0);

/** 9.9 */
export const noResults = (filter: string) => `${SELECT_NO_RESULTS} "${filter.trim()}"`;

/** 9.8: what the button of a multi-select says. */
export function chosenWords(labels: string[]): string {
  if (labels.length === 0) return MULTI_SELECT_EMPTY;
  if (labels.length > MULTI_SELECT_MAX_LABELS) return `${labels.length} ${MULTI_SELECT_COUNT_SUFFIX}`;
  return labels.join(MULTI_SELECT_SEPARATOR);
}
