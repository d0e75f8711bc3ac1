import { useMemo, useState } from 'react';
import type { Codec } from '#ui/grid/cell-state.ts';
import { useCells } from '#ui/grid/use-cells.ts';
import { explain, remote } from '#web/client/remote.ts';
import { interviewColumn } from './exam-words.ts';
import type { SavedMarks } from './save-marks.ts';
import type { Mark, MarksRow } from './marks.queries.ts';

/** A mark as it is typed. */
const textOf = (mark: Mark): string => (mark === null ? '' : String(mark));

/** A typed mark; undefined if it is none. 'a' and 'abs' are absent. */
function markFrom(text: string): Mark | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  if (/^(a|abs|absent)$/i.test(typed)) return 'absent';
  return /^\d{1,5}([.,]\d{1,2})?$/.test(typed) ? Number(typed.replace(',', '.')) : undefined;
}

const codec: Codec<Mark> = { read: markFrom, write: textOf, empty: null, hint: 'Enter a number or “absent”.' };

/** The marks of all loaded rows: what is typed, what is saved, and what needs a look. */
export function useMarks(intakeId: number, rows: MarksRow[]) {
  const [scores, setScores] = useState<ReadonlyMap<number, number | null>>(new Map());
  const saved = useMemo(() => savedIn(rows), [rows]);
  const { learn, ...grid } = useCells<Mark>({
    saved,
    codec,
    async send(changes) {
      const marks = changes.map(({ name, value, was }) => ({ ...placeOf(name), mark: value, was }));
      const { json } = await remote<SavedMarks>('post', `/intakes/${intakeId}/marks`, { marks } as never).catch(
        (error: unknown) => {
          throw new Error(explain(error).message, { cause: error });
        },
      );
      const changed = Object.entries(json.scores).map(([id, score]) => [Number(id), score] as const);
      setScores((before) => new Map([...before, ...changed]));
      return json.problems.map(({ applicationId, test, ...problem }) => ({
        name: `${applicationId}:${test}`,
        ...problem,
      }));
    },
  });
  return {
    ...grid,
    learn: (loaded: MarksRow[]) => learn(savedIn(loaded)),
    scoreOf: ({ id, score }: MarksRow) => (scores.has(id) ? scores.get(id) : score),
  };
}

/** The marks by `application:test`. */
const savedIn = (rows: MarksRow[]): Map<string, Mark> =>
  new Map(
    rows.flatMap(({ id, marks, interview }) =>
      Object.entries({ ...marks, [interviewColumn]: interview }).map(
        ([test, mark]) => [`${id}:${test}`, mark] as const,
      ),
    ),
  );

export function placeOf(name: string) {
  const [id, ...test] = name.split(':');
  return { applicationId: Number(id), test: test.join(':') };
}
