import { entryWords } from '../assessment.ts';
import { courseResult, type CourseResult } from '../compute/course-result.ts';
import { shown } from '../compute/fraction-text.ts';
import type { Entries } from '../compute/types.ts';
import type { CourseSheet } from './course-sheet.queries.ts';

export interface LiveGrade {
  total: string;
  grade: string;
  status: CourseResult['status'];
  passed: boolean | null;
}

const words = { ...entryWords, complete: '', absent: 'AB', incomplete: '—', judged: '—' };

/** The total and grade of what is typed, as they will be computed. */
export function gradeIn(entries: Entries, { scheme, bands }: Pick<CourseSheet, 'scheme' | 'bands'>): LiveGrade {
  const { components, passMark, passFail } = scheme;
  const { status, total, grade, passed } = courseResult(entries, components, { bands, passMark, passFail });
  if (status === 'complete') return { status, passed, total: shown(total!), grade: grade! };
  return { status, passed, total: words[status], grade: status === 'judged' ? grade! : '' };
}
