import { count } from '#ui/format.ts';
import { interviewColumn } from '../exam/exam-words.ts';
import type { Mark, MarksRow } from '../exam/marks.queries.ts';
import type { SavedMarks } from '../exam/save-marks.ts';
import { markFrom, textOf } from './mark-text.ts';

export interface Cell {
  text: string;
  /** What the server has, as far as this page knows. */
  was: Mark;
  problem?: string;
  /** Somebody else's mark, if two differ. */
  theirs?: Mark;
  isSaving?: boolean;
}

/** The cells of the grid by `application:test`. */
export const cellsOf = (rows: MarksRow[]): Map<string, Cell> =>
  new Map(
    rows.flatMap(({ id, marks, interview }) =>
      Object.entries({ ...marks, [interviewColumn]: interview }).map(([test, mark]): [string, Cell] => [
        `${id}:${test}`,
        { text: textOf(mark), was: mark },
      ]),
    ),
  );

export function placeOf(name: string) {
  const [id, ...test] = name.split(':');
  return { applicationId: Number(id), test: test.join(':') };
}

/** What the server said about each mark that was sent. */
export function answered(sent: { name: string; mark: Mark }[], { problems }: SavedMarks): Map<string, Partial<Cell>> {
  const wrong = new Map(problems.map((one) => [`${one.applicationId}:${one.test}`, one]));
  return new Map(
    sent.map(({ name, mark }): [string, Partial<Cell>] => {
      const problem = wrong.get(name);
      if (!problem)
        return [
          name,
          {
            ...{ was: mark, isSaving: false, problem: undefined, theirs: undefined },
            ...(mark === 'absent' && { text: textOf(mark) }),
          },
        ];
      return [
        name,
        { isSaving: false, problem: problem.message, ...('current' in problem && { theirs: problem.current }) },
      ];
    }),
  );
}

/** One line about all cells. */
export function statusOf(cells: ReadonlyMap<string, Cell>, failure: string): { words: string; isBad: boolean } {
  const all = [...cells.values()];
  const wrong = all.filter(({ problem }) => problem).length;
  if (failure) return { words: `Not saved: ${failure}`, isBad: true };
  if (wrong > 0)
    return {
      words: `${count(wrong)} ${wrong === 1 ? 'cell needs' : 'cells need'} your attention. The rest is saved.`,
      isBad: true,
    };
  const isOpen = all.some(({ text, was, isSaving }) => isSaving || markFrom(text) !== was);
  return { words: isOpen ? 'Saving …' : 'All marks are saved.', isBad: false };
}
