import type { Opened } from '#kernel/edit/edit.ts';
import type { Choice as Chosen } from '#kernel/choices.ts';
import type { Bounded } from '#kernel/database/bounded.ts';
import { page } from '#web/page.ts';
import type { ClassRow } from './catalogue/classes.queries.ts';
import type { CourseFilter, CourseRow } from './catalogue/courses.queries.ts';
import type { ProgramRow } from './catalogue/programs.queries.ts';
import type { SessionRow } from './sessions/sessions.queries.ts';
import type { Unfinished } from './sessions/close-session.ts';
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
  opened?: Opened;
}

export const sessionList = page<{ sessions: SessionRow[]; can: Can }>('structure/session-list');

export const sessionForm = page<
  InstitutionChoice & {
    session: SessionRow | null;
    /** The other sessions that could be the current one. */
    others: { id: number; name: string; isCurrent: boolean }[];
  }
>('structure/session-form');

export const sessionClose = page<{
  session: SessionRow;
  unfinished: Unfinished[];
  /** Of the current session: the form that makes this one current, or adds one where none is open. */
  next: { href: string; name: string | null } | null;
}>('structure/session-close');

export const programList = page<{ programs: ProgramRow[]; next: string | null; can: Can }>('structure/program-list');

export const programForm = page<
  InstitutionChoice & {
    program: Omit<ProgramRow, 'classes'> | null;
  }
>('structure/program-form');

export const classList = page<{ classes: ClassRow[]; next: string | null; can: Can }>('structure/class-list');

export const classForm = page<
  InstitutionChoice & {
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
>('structure/class-form');

export const courseList = page<{
  rows: CourseRow[];
  next: string | null;
  filter: Omit<CourseFilter, 'after'>;
  can: Can;
}>('structure/course-list');

export const courseForm = page<
  InstitutionChoice & {
    course: Omit<CourseRow, 'batches'> | null;
    electiveGroups: string[];
  }
>('structure/course-form');

export const courseTeachers = page<
  InstitutionChoice & {
    courses: Bounded<UntaughtCourse>;
  }
>('structure/course-teachers');
