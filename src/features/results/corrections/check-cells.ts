import { z } from 'zod';
import { Refused } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { textName } from '#ui/format.ts';
import type { SchemeContent } from '#features/assessment/assessment.ts';
import { checkEntries } from '#features/assessment/compute/check-entries.ts';
import { EntryOrNone } from '#features/assessment/marks/save-marks.ts';
import { entryText } from '../cards/card-texts.ts';
import type { CorrectedCell } from './compute/correct-card.ts';
import type { CurrentResult } from './published-class.queries.ts';

const most = 2000;

export const Cells = z
  .array(
    z.object({
      ...{ studentId: id, courseId: id, component: z.string().max(40) },
      ...{ was: EntryOrNone, entry: EntryOrNone },
    }),
  )
  .min(1, 'Change at least one mark.')
  .max(most, 'Correct up to 2,000 marks at once.');

/** Refuses what cannot be corrected: other students and courses, marks above their maximum, what changed meanwhile. */
export function checkCells(
  current: readonly CurrentResult[],
  cells: readonly CorrectedCell[],
  schemes: ReadonlyMap<number, SchemeContent>,
): void {
  const results = new Map(current.map((row) => [row.studentId, row]));
  const seen = new Set<string>();
  for (const { studentId, courseId, component, was, entry } of cells) {
    const result = results.get(studentId);
    if (!result) throw new Refused('cells', 'A student has no published result here. Reload the page.');
    const course = result.content.courses.find((one) => one.id === courseId);
    const scheme = schemes.get(courseId);
    if (!course || !scheme)
      throw new Refused(
        'cells',
        `${textName(result)} has no published result in one of these courses. Reload the page.`,
      );
    const part = scheme.components.find(({ key }) => key === component);
    const where = `${textName(result)}, ${course.title}${part ? `, ${part.name}` : ''}`;
    if (!part) throw new Refused('cells', `${where} has no such part. Reload the page.`);
    const key = `${studentId} ${courseId} ${component}`;
    if (seen.has(key)) throw new Refused('cells', `${where} is there twice.`);
    seen.add(key);
    const published = course.entries[component] ?? null;
    if (published !== was)
      throw new Refused(
        'cells',
        `${where} is ${entryText(published)} now, not ${entryText(was)}: it was corrected meanwhile.`,
      );
    if (entry === was) throw new Refused('cells', `${where} is ${entryText(was)} already.`);
    const [wrong] = checkEntries({ [component]: entry }, scheme.components, scheme.step);
    if (wrong) throw new Refused('cells', `${textName(result)}, ${course.title}. ${wrong.message}`);
  }
}

export const studentsOf = (rows: readonly { studentId: number }[]): number[] => [
  ...new Set(rows.map(({ studentId }) => studentId)),
];
