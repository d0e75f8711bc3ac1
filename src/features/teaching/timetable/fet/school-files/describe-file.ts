import type { FetProblem } from '../format/fet-problem.ts';
import { constraintWords, type FileName, type FileSummary } from './school-file.ts';
import { matcher, studentMatcher, teacherNames, weekdayOfName } from './match-names.ts';
import { isKnown } from './take-constraints.ts';

export interface SchoolNames {
  courses: { id: number; code: string; title: string }[];
  teachers: { id: number; firstName: string; surname: string; number: string }[];
  batches: { id: number; name: string; sessionId: number }[];
  rooms: { id: number; name: string }[];
}

export interface StoredFile {
  id: number;
  institutionId: number;
  fileName: string;
  problem: FetProblem;
}

/** The names that lessons of a file use, each once. */
export function usedNames({ activities, rooms }: FetProblem) {
  const active = activities.filter(({ isActive }) => isActive);
  const count = (names: string[]) => {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts]
      .map(([name, lessons]) => ({ name, lessons }))
      .toSorted((one, other) => one.name.localeCompare(other.name));
  };
  return {
    subjects: count(active.map(({ subject }) => subject)),
    teachers: count(active.flatMap(({ teachers }) => teachers)),
    students: count(active.flatMap(({ students }) => students)),
    rooms: rooms.filter(({ isVirtual }) => !isVirtual).map(({ name }) => ({ name, lessons: 0 })),
  };
}

/** A file with what its names probably are in this school. */
export function describeFile({ id, institutionId, fileName, problem }: StoredFile, school: SchoolNames): FileSummary {
  const used = usedNames(problem);
  const named = (rows: { name: string; lessons: number }[], find: (name: string) => number[]): FileName[] =>
    rows.map((row, key) => ({ ...row, key, suggestions: find(row.name) }));
  const findBatches = studentMatcher(
    problem,
    matcher(school.batches.map((one) => ({ id: one.id, names: [one.name] }))),
  );
  const kinds = [...problem.time, ...problem.space].filter(
    ({ isActive, kind }) => isActive && !/BasicCompulsory/.test(kind),
  );
  const counted = (wanted: boolean) =>
    [
      ...Map.groupBy(
        kinds.filter(({ kind }) => isKnown(kind) === wanted),
        ({ kind }) => kind,
      ),
    ].map(([kind, all]) => ({
      words: constraintWords(kind),
      count: all.length,
    }));
  return {
    id,
    institutionId,
    fileName,
    school: problem.name,
    version: problem.version,
    days: problem.days.map((name, key) => ({ key, name, weekday: weekdayOfName(name, key) })),
    hours: problem.hours.length,
    lessons: problem.activities.filter(({ isActive }) => isActive).length,
    subjects: named(
      used.subjects,
      matcher(school.courses.map(({ id: of, code, title }) => ({ id: of, names: [title, code] }))),
    ),
    teachers: named(used.teachers, matcher(school.teachers.map((one) => ({ id: one.id, names: teacherNames(one) })))),
    students: named(used.students, findBatches),
    rooms: named(used.rooms, matcher(school.rooms.map((one) => ({ id: one.id, names: [one.name] })))),
    known: counted(true),
    unknown: counted(false),
  };
}
