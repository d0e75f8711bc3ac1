import type { Terminology } from '#kernel/contracts/terminology.ts';
import { countOf } from '#ui/format.ts';
import type { ChangeCounts } from './compute/correct-card.ts';

/** '2 marks, 1 course and 3 notes'. */
export function changeCountsText(
  { marks, courses, notes }: ChangeCounts,
  words: Pick<Terminology, 'course' | 'courses'>,
): string {
  const said = [
    marks > 0 && countOf(marks, 'mark'),
    courses > 0 && countOf(courses, words.course.toLowerCase(), words.courses.toLowerCase()),
    notes > 0 && countOf(notes, 'note'),
  ].filter((one) => typeof one === 'string');
  return said.length < 2 ? said.join('') : `${said.slice(0, -1).join(', ')} and ${said.at(-1)}`;
}
