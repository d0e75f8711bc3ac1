import { useCallback, useMemo, useState } from 'react';
import type { Cell } from '#ui/grid/cell-state.ts';
import type { Entry } from '#features/results/assessment/compute/types.ts';
import { cellName, entryFrom, markCodec, placeOf, textOf } from '#features/results/assessment/marks/mark-text.ts';
import type { CorrectedCell } from './compute/changes.ts';
import type { CorrectionForm } from './correction-form.queries.ts';

interface Typed {
  courseId: number;
  name: string;
  text: string;
  was: Entry | null;
  problem?: string | undefined;
  /** In words: 'Obi, Ada, English, Test'. */
  label: string;
}

export interface MarkChange extends CorrectedCell {
  key: string;
  label: string;
}

/** The marks of a correction while it is typed: nothing is sent, and a change of the course keeps what was typed. */
export function useCorrectedMarks({ course, rows }: Pick<CorrectionForm, 'course' | 'rows'>) {
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map());
  const codec = useMemo(() => markCodec(course?.components ?? [], course?.step ?? 1), [course]);
  const type = useCallback(
    (texts: readonly (readonly [name: string, text: string])[]) =>
      setTyped((before) => {
        const next = new Map(before);
        for (const [name, text] of texts) {
          const { studentId, component } = placeOf(name);
          const row = rows.find(({ id }) => id === studentId)!;
          const key = `${course!.id}:${name}`;
          const was = row.entries[component] ?? null;
          const entry = entryFrom(text);
          const problem = entry === undefined ? codec.hint : codec.problemOf?.(entry, name);
          if (entry === was) next.delete(key);
          else {
            const part = course!.components.find((one) => one.key === component)!.name;
            const label = `${row.name}, ${course!.title}, ${part}`;
            next.set(key, { courseId: course!.id, name, text, was, problem, label });
          }
        }
        return next;
      }),
    [course, rows, codec],
  );
  const cellOf = (studentId: number, component: string): Cell<Entry | null> => {
    const name = cellName(studentId, component);
    const was = rows.find(({ id }) => id === studentId)?.entries[component] ?? null;
    const own = typed.get(`${course!.id}:${name}`);
    return { text: own?.text ?? textOf(was), was, ...(own?.problem && { problem: own.problem }) };
  };
  const changes = [...typed].flatMap(([key, { courseId, name, text, was, problem, label }]): MarkChange[] =>
    problem ? [] : [{ key, label, courseId, ...placeOf(name), was, entry: entryFrom(text)! }],
  );
  const remove = (key: string) => setTyped((before) => new Map([...before].filter(([one]) => one !== key)));
  return { cellOf, type, changes, remove, hasProblems: [...typed.values()].some(({ problem }) => problem) };
}
