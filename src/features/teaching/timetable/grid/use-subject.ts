import { useState } from 'react';
import { useWords } from '#web/client/use-words.ts';
import type { Board } from '../draft/board.ts';
import { batchesOf, teachersOf, type DraftLesson } from '../draft/draft.ts';
import type { View } from './lesson-card.tsx';

/** Whose week is on the grid: a view, and one of its batches, teachers or rooms. */
export function useSubject(board: Board, institutionId: number) {
  const words = useWords(institutionId);
  const [view, setView] = useState<View>('batch');
  const [chosen, setChosen] = useState<Partial<Record<View, number>>>({});
  const { batches, teachers, rooms } = board.draft;
  const rows = { batch: batches, teacher: teachers, room: rooms, school: [] }[view];
  const id = rows.find((row) => row.id === chosen[view])?.id ?? rows[0]?.id ?? null;
  const labels: Record<View, string> = { batch: words.batch, teacher: 'Teacher', room: 'Room', school: 'Whole school' };
  return {
    view,
    setView,
    id,
    choose: (next: number) => setChosen((now) => ({ ...now, [view]: next })),
    label: labels[view],
    views: Object.entries(labels).map(([value, label]) => ({ value, label })),
    options: rows.map((row) => ({ value: String(row.id), label: row.name })),
    name: rows.find((row) => row.id === id)?.name ?? labels.school,
    /** Whether a lesson is theirs. In the whole school all are. */
    isTheirs(lesson: DraftLesson): boolean {
      const set = board.sets.get(lesson.setId)!;
      if (view === 'school') return true;
      if (id === null) return false;
      if (view === 'batch') return set.parts.some(({ courses }) => courses.some(({ batchId }) => batchId === id));
      if (view === 'teacher') return teachersOf(set).includes(id);
      return lesson.rooms.some(({ roomId }) => roomId === id) || set.parts.some(({ roomId }) => roomId === id);
    },
    isOfBatch: (lesson: DraftLesson, batchId: number) => batchesOf(board.sets.get(lesson.setId)!).includes(batchId),
  };
}
