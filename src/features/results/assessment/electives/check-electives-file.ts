import { ValidationError } from '#kernel/errors.ts';
import { searchable } from '#kernel/searchable.ts';
import { clean } from '#features/people/imports/engine/clean.ts';
import { splitList } from '#features/people/imports/engine/lists.ts';
import { readYesNo } from '#features/people/imports/engine/words.ts';
import type { FileProblem, SmallTable } from '#features/people/imports/reader/read-small-table.ts';
import type { Elective, ElectiveStudent } from './electives-page.queries.ts';

export interface CheckedElectives {
  choices: { student_id: number; offering_id: number }[];
  /** The first of them in words. */
  preview: { name: string; elective: string }[];
  same: number;
  problems: FileProblem[];
}

const mostShown = 12;

/**
 * Reads who takes which elective: beside a column of admission numbers, columns with the elective's title or code in
 * the cells, or an elective as the heading and "yes" in the cells. Nothing is written.
 */
export function checkElectivesFile(
  { headers, rows }: SmallTable,
  electives: Elective[],
  students: ElectiveStudent[],
): CheckedElectives {
  const byNumber = new Map(students.map((student) => [searchable(student.number), student]));
  const byName = new Map(electives.flatMap((one) => [one.title, one.code].map((name) => [searchable(name), one])));
  const cellsOf = (at: number) => rows.map(({ cells }) => searchable(clean(cells[at] ?? '')));
  const hits = headers.map((_, at) => cellsOf(at).filter((cell) => byNumber.has(cell)).length);
  const numberAt = hits.indexOf(Math.max(...hits));
  if (numberAt < 0 || hits[numberAt] === 0)
    throw new ValidationError(
      'file',
      'No column has admission numbers of this class. Add one, or choose the file of this class.',
    );
  const columns = headers.flatMap((header, at) => {
    const heading = byName.get(searchable(header));
    const named = electives.some(({ group }) => searchable(group) === searchable(header));
    const isOne = named || /elective|option|subject/i.test(header) || cellsOf(at).some((cell) => byName.has(cell));
    return at === numberAt || !(heading || isOne) ? [] : [{ at, heading }];
  });
  if (columns.length === 0)
    throw new ValidationError(
      'file',
      `No column has an elective of this class: ${electives.map(({ title }) => title).join(', ')}.`,
    );
  const found: CheckedElectives = { choices: [], preview: [], same: 0, problems: [] };
  for (const { number: row, cells } of rows) {
    const number = clean(cells[numberAt] ?? '');
    const problem = (message: string) => found.problems.push({ row, message });
    const student = byNumber.get(searchable(number));
    if (!student) {
      if (number) problem(`No student of this class has the number ${number}.`);
      continue;
    }
    const chosen = columns.flatMap(({ at, heading }): Elective[] => {
      const cell = clean(cells[at] ?? '');
      if (heading) return readYesNo(cell) || /^[x✓✔]$/i.test(cell) ? [heading] : [];
      return splitList(cell)
        .filter(Boolean)
        .flatMap((name) => {
          const elective = byName.get(searchable(name));
          if (!elective) problem(`“${name}” is no elective of this class.`);
          return elective ?? [];
        });
    });
    for (const [group, some] of Map.groupBy(new Set(chosen), (one) => one.group)) {
      const [elective, another] = some;
      if (another) problem(`${student.name} can take one of ${group}: ${elective!.title} or ${another.title}.`);
      else if (student.chosen.includes(elective!.id)) found.same += 1;
      else {
        found.choices.push({ student_id: student.id, offering_id: elective!.id });
        if (found.preview.length < mostShown) found.preview.push({ name: student.name, elective: elective!.title });
      }
    }
  }
  return found;
}
