/** A final class in a session, with batches. */
export interface GraduatingClass {
  institutionId: number;
  classId: number;
  className: string;
  program: string;
  sessionId: number;
  session: string;
  isCurrent: boolean;
}

export interface GraduationRow {
  studentId: number;
  name: string;
  number: string;
  batch: string;
  unitsPassed: number;
  /** The CGPA, or the mean of the averages, with two decimals. */
  overall: string | null;
  designation: string | null;
  outstanding: string[];
  isReady: boolean;
  reasons: string[];
}

export interface GraduationList {
  system: 'average' | 'gpa';
  rows: GraduationRow[];
}

export interface GraduationProps {
  classes: GraduatingClass[];
  chosen: GraduatingClass | null;
  list: GraduationList;
}
