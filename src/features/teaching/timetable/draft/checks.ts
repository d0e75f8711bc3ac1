import { countOf } from '#ui/format.ts';
import { teachersOf } from './draft.ts';
import { placeText, type Board } from './board.ts';
import { clashesAt } from './clashes.ts';

interface Problem {
  /** 'Mathematics, JSS 2 B on Monday, period 3', or the teacher. */
  about: string;
  words: string;
  isHard: boolean;
  lessonId: number | null;
}

export interface CheckList {
  unplaced: { lessonId: number; words: string; length: number }[];
  problems: Problem[];
}

/** What is not placed, and what is not as it should be or as was wished, before a timetable is published. */
export function checkDraft(board: Board): CheckList {
  const lessons = [...board.lessons.values()];
  return {
    unplaced: lessons
      .filter(({ weekday }) => weekday === null)
      .map((lesson) => ({ lessonId: lesson.id, words: board.wordsOf(lesson), length: lesson.length })),
    problems: [...againstLessons(board), ...weekLimits(board)],
  };
}

function againstLessons(board: Board): Problem[] {
  const seen = new Set<string>();
  return [...board.lessons.values()]
    .toSorted((one, other) => (one.weekday ?? 0) - (other.weekday ?? 0) || (one.period ?? 0) - (other.period ?? 0))
    .flatMap((lesson) => {
      const { weekday, period } = lesson;
      if (weekday === null || period === null) return [];
      return clashesAt(board, lesson, weekday, period).flatMap(({ words, isHard }): Problem[] => {
        // Two lessons of a subject on one day are one problem, and so are students shared by two lessons.
        const key = `${weekday} ${words}`;
        if (seen.has(key)) return [];
        seen.add(key);
        const about = `${board.wordsOf(lesson)} on ${placeText(weekday, period)}`;
        return [{ about, words, isHard, lessonId: lesson.id }];
      });
    });
}

function weekLimits(board: Board): Problem[] {
  return board.draft.limits.flatMap(({ teacherId, mostAWeek }): Problem[] => {
    if (!mostAWeek) return [];
    const periods = [...board.lessons.values()]
      .filter(({ setId }) => teachersOf(board.sets.get(setId)!).includes(teacherId))
      .reduce((sum, { length }) => sum + length, 0);
    if (periods <= mostAWeek) return [];
    const words = `${countOf(periods, 'period')} a week, ${mostAWeek} at most.`;
    return [{ about: board.names.teacher.get(teacherId) ?? 'A teacher', words, isHard: false, lessonId: null }];
  });
}
