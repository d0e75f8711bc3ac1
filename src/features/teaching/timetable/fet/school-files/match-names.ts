import type { FetProblem, FetStudents } from '../format/fet-problem.ts';
import { weekdays } from '../../timetable.ts';

/** What names are compared by: letters and digits, without marks, spaces and case. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

interface Named {
  id: number;
  names: string[];
}

/** Those with one of these names; nobody rather than one of several. */
export function matcher(rows: readonly Named[]): (name: string) => number[] {
  const byName = new Map<string, Set<number>>();
  for (const { id, names } of rows)
    for (const name of names.map(plainName).filter(Boolean)) byName.set(name, (byName.get(name) ?? new Set()).add(id));
  return (name) => {
    const found = [...(byName.get(plainName(name)) ?? [])];
    return found.length === 1 ? found : [];
  };
}

/** The ways in which a file may write a teacher. */
export const teacherNames = ({
  firstName,
  surname,
  number,
}: {
  firstName: string;
  surname: string;
  number: string;
}): string[] => [
  `${firstName} ${surname}`,
  `${surname} ${firstName}`,
  `${firstName.charAt(0)} ${surname}`,
  `${surname} ${firstName.charAt(0)}`,
  surname,
  number,
];

/**
 * The batches that a set of students probably is: by its name, or all of a year whose groups are batches, or the batch
 * that a group or subgroup is a part of.
 */
export function studentMatcher({ years }: Pick<FetProblem, 'years'>, find: (name: string) => number[]) {
  const found = new Map<string, number[]>();
  const visit = (set: FetStudents, above: number[]): number[] => {
    const own = find(set.name);
    const below = set.parts.map((part) => visit(part, own.length > 0 ? own : above));
    const ofParts = own.length === 0 && set.parts.length > 0 ? [...new Set(below.flat())] : [];
    const batches = own.length > 0 ? own : above.length > 0 ? above : ofParts;
    if (!found.has(set.name)) found.set(set.name, batches);
    return batches;
  };
  for (const year of years) visit(year, []);
  return (name: string): number[] => found.get(name) ?? find(name);
}

const dayNames = Object.entries(weekdays).map(([weekday, name]) => [Number(weekday), plainName(name)] as const);

/** 'Mon', 'MONDAY', 'Day 1' or the first of five. */
export function weekdayOfName(name: string, at: number): number | null {
  const plain = plainName(name);
  const byName = dayNames.find(([, full]) => plain.length >= 2 && full.startsWith(plain.slice(0, 9)));
  if (byName) return byName[0];
  return at < 7 ? at + 1 : null;
}
