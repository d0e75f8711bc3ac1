import type { Trait } from '#features/results/assessment/assessment.ts';

/** Whose remark it is, by the field that it is kept in. */
export type Writer = 'teacher' | 'principal';

export const ratings = { A: 'Excellent', B: 'Very good', C: 'Good', D: 'Fair', E: 'Poor' } as const;

export const longestRemark = 200;
const mostTimes = 1000;

/** The field of a trait: 'trait:neatness'. */
export const traitField = (key: string): string => `trait:${key}`;

/** Attendance, traits or a remark of one student, or the times that the school opened for the whole sheet. */
export type NoteField = string;
export const openedField = 'opened';

export interface NoteRules {
  traits: readonly Trait[];
  timesOpened: number | null;
}

/** A note as it is kept: composed, without needless spaces; ratings in capitals. Empty is "not entered". */
export function noteOf(field: NoteField, text: string): string {
  const value = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (field.startsWith('trait:')) return value.toUpperCase();
  return isCount(field) && /^\d{1,9}$/.test(value) ? String(Number(value)) : value;
}

const isCount = (field: NoteField) => field === 'present' || field === openedField;

/** What keeps a note from being saved. */
export function noteProblem(field: NoteField, value: string, { traits, timesOpened }: NoteRules): string | undefined {
  if (isCount(field)) {
    if (value === '') return undefined;
    if (!/^\d+$/.test(value) || Number(value) > mostTimes)
      return `Enter a whole number of times, up to ${mostTimes.toLocaleString('en')}.`;
    return field === 'present' && timesOpened !== null && Number(value) > timesOpened
      ? `The school opened ${timesOpened} times.`
      : undefined;
  }
  if (field === 'teacher' || field === 'principal')
    return value.length > longestRemark ? `A remark can have up to ${longestRemark} characters.` : undefined;
  if (!traits.some(({ key }) => traitField(key) === field)) return 'This is not rated here. Reload the page.';
  return value === '' || value in ratings ? undefined : 'Enter a letter from A to E.';
}
