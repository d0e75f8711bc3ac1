/** A name in a file, how often lessons use it, and what it probably is here. */
export interface FileName {
  /** Its place in the file, which the form sends. */
  key: number;
  name: string;
  lessons: number;
  suggestions: number[];
}

export interface FileSummary {
  id: number;
  institutionId: number;
  fileName: string;
  /** The school's name in the file. */
  school: string;
  version: string;
  days: { key: number; name: string; weekday: number | null }[];
  hours: number;
  lessons: number;
  subjects: FileName[];
  teachers: FileName[];
  students: FileName[];
  rooms: FileName[];
  /** Constraints that become rules, times, places, and those that are left out. */
  known: { words: string; count: number }[];
  unknown: { words: string; count: number }[];
}

interface Choice {
  id: number;
  name: string;
}
export interface FileChoices {
  sessions: Choice[];
  courses: Choice[];
  teachers: Choice[];
  batches: (Choice & { sessionId: number })[];
  rooms: Choice[];
}

/** 'MaxHoursDaily' of 'ConstraintTeacherMaxHoursDaily' in words: 'Teacher max hours daily'. */
export const constraintWords = (kind: string): string => {
  const words = kind
    .replace(/^Constraint/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
