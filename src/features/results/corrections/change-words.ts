import { countOf } from '#ui/format.ts';
import type { ChangeCounts } from './compute/changes.ts';

/** '2 marks, 1 course and 3 notes'. */
export function changeWords({ marks, courses, notes }: ChangeCounts): string {
  const said = [
    marks > 0 && countOf(marks, 'mark'),
    courses > 0 && countOf(courses, 'course'),
    notes > 0 && countOf(notes, 'note'),
  ].filter((one) => typeof one === 'string');
  return said.length < 2 ? said.join('') : `${said.slice(0, -1).join(', ')} and ${said.at(-1)}`;
}
