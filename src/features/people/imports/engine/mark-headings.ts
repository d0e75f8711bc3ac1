import { clean, squeeze } from './clean.ts';

/** 'Exam (60)' and '1st CA [20 marks]': the heading without its maximum, and the maximum. */
export function partOf(heading: string): { name: string; most: number | null } {
  const [, name = heading, most] =
    /^(.*?)\s*[([/]\s*(?:max\.?:?\s*)?(\d{1,4})\s*(?:%|marks?|mks)?\s*[)\]]?\s*$/i.exec(clean(heading)) ?? [];
  return { name, most: most === undefined ? null : Number(most) };
}

const meanings: [RegExp, string][] = [
  [/continuous\s*assessments?/g, 'ca'],
  [/exam(ination)?s?\b/g, 'exam'],
  [/assign(ment)?s?\b/g, 'assignment'],
  [/\b(1st|first|i|one)\b/g, '1'],
  [/\b(2nd|second|ii|two)\b/g, '2'],
  [/\b(3rd|third|iii|three)\b/g, '3'],
  [/\b(4th|fourth|iv|four)\b/g, '4'],
];

/** 'First CA', '1st C.A.', 'CA1' and 'CA 1' are one part. */
export function partKey(name: string): string {
  let text = name.toLowerCase().replaceAll('.', '');
  for (const [pattern, meant] of meanings) text = text.replace(pattern, ` ${meant} `);
  return (text.match(/\p{L}+|\d+/gu) ?? []).toSorted().join(' ');
}

const numberHeadings = new Set([
  'number',
  'no',
  'admno',
  'admnumber',
  'admissionno',
  'admissionnumber',
  'regno',
  'regnumber',
  'registrationnumber',
  'matricno',
  'matricnumber',
  'studentid',
  'studentno',
  'studentnumber',
  'applicationno',
  'applicationnumber',
  'appno',
  'examno',
  'examnumber',
  'candidateno',
  'candidatenumber',
]);
const nameHeadings = new Set([
  'name',
  'names',
  'fullname',
  'fullnames',
  'studentname',
  'nameofstudent',
  'student',
  'pupil',
]);

/** The column with the admission or application number; a column named exactly Number comes first. */
export const numberColumn = (headings: string[]): number => {
  const keys = headings.map(squeeze);
  const exact = keys.indexOf('number');
  return exact >= 0 ? exact : keys.findIndex((key) => numberHeadings.has(key));
};

/** The column with the whole name, or below zero. */
export const nameColumn = (headings: string[]): number =>
  headings.map(squeeze).findIndex((key) => nameHeadings.has(key));
