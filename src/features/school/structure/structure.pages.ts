import type { OpenedValues } from '#kernel/edit/edit.ts';
import type { Choice as Chosen } from '#kernel/choices.ts';
import type { BoundedList } from '#kernel/database/bounded.ts';
import { page } from '#web/page.ts';
import type { ClassRow } from './catalogue/classes.queries.ts';
import type { CourseFilter, CourseRow } from './catalogue/courses.queries.ts';
import type { ProgramRow } from './catalogue/programs.queries.ts';
import type { SessionRow } from './sessions/sessions.queries.ts';
import type { UnfinishedItem } from './sessions/close-session.ts';
import type { UntaughtCourse } from './teachers/assign-teachers.ts';

export interface Choice {
  id: number;
  name: string;
}

export interface Can {
  edit: boolean;
}

/** The institution of a new record, and the others to choose from. */
export interface InstitutionChoice {
  institutionId: number;
  institutions: Choice[];
  /** The values an edit form was opened with. */
  opened?: OpenedValues;
}

export interface SessionListProps {
  sessions: SessionRow[];
  can: Can;
}

export const sessionList = page<SessionListProps>('structure/session-list');

export interface SessionFormProps extends InstitutionChoice {
  session: SessionRow | null;
  /** The other sessions that could be the current one. */
  others: { id: number; name: string; isCurrent: boolean }[];
}

export const sessionForm = page<SessionFormProps>('structure/session-form');

export interface SessionCloseProps {
  session: SessionRow;
  unfinished: UnfinishedItem[];
  /** Of the current session: the form that makes this one current, or adds one where none is open. */
  next: { href: string; name: string | null } | null;
}

export const sessionClose = page<SessionCloseProps>('structure/session-close');

export interface ProgramListProps {
  programs: ProgramRow[];
  next: string | null;
  can: Can;
}

export const programList = page<ProgramListProps>('structure/program-list');

export interface ProgramFormProps extends InstitutionChoice {
  program: Omit<ProgramRow, 'classes'> | null;
}

export const programForm = page<ProgramFormProps>('structure/program-form');

export interface ClassListProps {
  classes: ClassRow[];
  next: string | null;
  can: Can;
}

export const classList = page<ClassListProps>('structure/class-list');

export interface ClassFormProps extends InstitutionChoice {
  class: { id: number; programId: number; name: string; nextClassId: number | null } | null;
  programs: { id: number; name: string; requiresPin: boolean }[];
  classes: { id: number; name: string; program: string }[];
  /** There are more: the select searches for them. */
  morePrograms: boolean;
  moreClasses: boolean;
  /** Of a new class: the last class of each program, if it is final. */
  tops: { id: number; programId: number; name: string }[];
  /** The class's stored choices. */
  chosen: { program: Chosen | null; next: Chosen | null };
}

export const classForm = page<ClassFormProps>('structure/class-form');

export interface CourseListProps {
  rows: CourseRow[];
  next: string | null;
  filter: Omit<CourseFilter, 'after'>;
  can: Can;
}

export const courseList = page<CourseListProps>('structure/course-list');

export interface CourseFormProps extends InstitutionChoice {
  course: Omit<CourseRow, 'batches'> | null;
  electiveGroups: string[];
}

export const courseForm = page<CourseFormProps>('structure/course-form');

export interface CourseTeachersProps extends InstitutionChoice {
  courses: BoundedList<UntaughtCourse>;
}

export const courseTeachers = page<CourseTeachersProps>('structure/course-teachers');
