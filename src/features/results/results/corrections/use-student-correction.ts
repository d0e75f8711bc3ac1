import { useCallback, useMemo, useState } from 'react';
import type { Terminology } from '#kernel/contracts/terminology.ts';
import type { Cell } from '#ui/grid/cell-state.ts';
import type { Entry } from '#features/results/assessment/compute/types.ts';
import { cellName, entryFrom, markCodec, placeOf, textOf } from '#features/results/assessment/marks/mark-text.ts';
import { noteOf, noteProblem } from '#features/results/term-notes/notes/note-fields.ts';
import { entryText } from '../cards/card-texts.ts';
import type { Changes } from './compute/correct-card.ts';
import { noteLabel } from './note-labels.ts';
import type { StudentCourse, StudentForm } from './student-form.queries.ts';
import type { ListedChange } from './correction-request.tsx';

type Texts = ReadonlyMap<string, string>;
const none: Texts = new Map();

/** The correction of a student’s report card while it is typed: marks in cells named `course:component`, courses, notes. */
export function useStudentCorrection(form: StudentForm, words: Terminology) {
  const { student, layout, courses, addable, traits, timesOpened, notes, late } = form;
  const [marks, setMarks] = useState(none);
  const [noted, setNoted] = useState(none);
  const [added, setAdded] = useState<readonly number[]>(
    late ? addable.flatMap(({ id }) => (late.takes.includes(id) ? id : [])) : [],
  );
  const [removed, setRemoved] = useState<readonly number[]>([]);
  const rows = useMemo(
    () => [...courses, ...added.flatMap((id) => addable.find((one) => one.id === id) ?? [])],
    [courses, addable, added],
  );
  const type = useCallback(
    (texts: readonly (readonly [name: string, text: string])[]) => setMarks((before) => new Map([...before, ...texts])),
    [],
  );
  const typeNote = (field: string, text: string) => setNoted((before) => new Map([...before, [field, text]]));
  const forget = (isOther: (name: string) => boolean) =>
    setMarks((all) => new Map([...all].filter(([one]) => isOther(one))));
  const add = (id: number) => setAdded((before) => [...before, id]);
  const remove = (id: number) => {
    forget((name) => placeOf(name).studentId !== id);
    if (added.includes(id)) setAdded((before) => before.filter((one) => one !== id));
    else setRemoved((before) => [...before, id]);
  };
  const keep = (id: number) => setRemoved((before) => before.filter((one) => one !== id));

  const cellOf = (course: StudentCourse, component: string): Cell<Entry | null> => {
    const name = cellName(course.id, component);
    const was = course.entries[component] ?? null;
    const text = marks.get(name) ?? textOf(was);
    const problem = problemIn(course, name, text);
    return { text, was, ...(problem && { problem }) };
  };
  const typedCells = rows
    .filter(({ id }) => !removed.includes(id))
    .flatMap((course) =>
      course.components.map(({ key, name }) => ({ course, key, part: name, cell: cellOf(course, key) })),
    );
  const cells = typedCells.flatMap(({ course, key, part, cell }) => {
    const entry = entryFrom(cell.text);
    if (cell.problem || entry === undefined || entry === cell.was) return [];
    return [{ course, part, studentId: student.id, courseId: course.id, component: key, was: cell.was, entry }];
  });
  const noteChanges = Object.entries(notes).flatMap(([field, was]) => {
    const entry = noteOf(field, noted.get(field) ?? was);
    return entry === was ? [] : [{ studentId: student.id, field, was, entry }];
  });
  const rules = { traits, timesOpened };
  const noteProblemOf = (field: string) => {
    const entry = noteOf(field, noted.get(field) ?? notes[field]!);
    return entry === notes[field] ? undefined : noteProblem(field, entry, rules);
  };
  const titleOf = (id: number) => rows.find((one) => one.id === id)!.title;
  const isOnList = { was: 'not on the card', is: 'added' };

  const changes: Changes = {
    cells: cells.map(({ course: _, part: __, ...cell }) => cell),
    courses: [
      ...added.map((courseId) => ({ studentId: student.id, courseId, change: 'added' as const })),
      ...removed.map((courseId) => ({ studentId: student.id, courseId, change: 'removed' as const })),
    ],
    notes: noteChanges,
  };
  const listed: ListedChange[] = [
    ...added.map((id) => ({ key: `added ${id}`, label: titleOf(id), ...isOnList, undo: () => remove(id) })),
    ...removed.map((id) => ({
      key: `removed ${id}`,
      label: titleOf(id),
      was: 'on the card',
      is: 'removed',
      undo: () => keep(id),
    })),
    ...cells.map(({ course, part, component, was, entry }) => ({
      key: cellName(course.id, component),
      label: `${course.title}, ${part}`,
      was: entryText(was),
      is: entryText(entry),
      undo: () => forget((name) => name !== cellName(course.id, component)),
    })),
    ...noteChanges.map(({ field, was, entry }) => ({
      key: field,
      label: noteLabel(field, traits, { layout }, words),
      was: was || '—',
      is: entry || '—',
      undo: () => setNoted((before) => new Map([...before].filter(([one]) => one !== field))),
    })),
  ];
  const hasProblems =
    typedCells.some(({ cell }) => cell.problem) || noteChanges.some(({ field }) => noteProblemOf(field) !== undefined);
  const noteText = (field: string) => noted.get(field) ?? notes[field]!;
  return {
    rows,
    added,
    removed,
    add,
    remove,
    keep,
    cellOf,
    type,
    noteText,
    typeNote,
    noteProblemOf,
    changes,
    listed,
    hasProblems,
  };
}

function problemIn({ components, step, entries }: StudentCourse, name: string, text: string): string | undefined {
  const codec = markCodec(components, step);
  const entry = entryFrom(text);
  if (entry === undefined) return codec.hint;
  return entry === (entries[placeOf(name).component] ?? null) ? undefined : codec.problemOf?.(entry, name);
}
