import type { Opened } from '#kernel/edit/edit.ts';
import { page } from '#web/page.ts';
import type { Bounded } from '#kernel/database/bounded.ts';
import type { Choice as Chosen } from '#kernel/choices.ts';
import type { BatchFilter, BatchRecord, BatchRow, OfferingRow } from './batches/batches.queries.ts';
import type { ClassRow } from './catalogue/classes.queries.ts';
import type { CourseFilter, CourseRow } from './catalogue/courses.queries.ts';
import type { ProgramRow } from './catalogue/programs.queries.ts';
import type { SessionRow } from './sessions/sessions.queries.ts';

interface Choice {
  id: number;
  name: string;
}

interface Can {
  edit: boolean;
}

/** The institution of a new record, and the others to choose from. */
export interface InstitutionChoice {
  institutionId: number;
  institutions: Choice[];
  /** The values an edit form was opened with. */
  opened?: Opened;
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
  /** The class's stored choices. */
  chosen: { program: Chosen | null; next: Chosen | null };
}
export const classForm = page<ClassFormProps>('structure/class-form');

export interface SessionChoice extends Choice {
  isCurrent: boolean;
}

export interface BatchListProps {
  rows: BatchRow[];
  next: string | null;
  filter: Omit<BatchFilter, 'after'>;
  sessions: SessionChoice[];
  /** The session shown: the requested one, else the current one if there is only one. */
  sessionId: number | null;
  classes: Choice[];
  programs: Choice[];
  /** There are more: the filter searches for them. */
  moreClasses: boolean;
  can: Can;
}
export const batchList = page<BatchListProps>('structure/batch-list');

export interface BatchPageProps {
  batch: BatchRecord;
  teachers: { id: number; surname: string; firstName: string; hasLeft: boolean }[];
  offerings: OfferingRow[];
  siblings: Bounded<{ id: number; name: string; session: string; courses: number }>;
  can: Can;
}
export const batchPage = page<BatchPageProps>('structure/batch');

export interface BatchFormProps extends InstitutionChoice {
  batch:
    (Pick<BatchRecord, 'id' | 'classId' | 'sessionId' | 'arm' | 'name' | 'capacity'> & { teacherIds: number[] }) | null;
  sessions: SessionChoice[];
  classes: { id: number; name: string; program: string }[];
  /** Existing arms, to suggest the next one. */
  taken: { classId: number; sessionId: number; arm: string }[];
  moreClasses: boolean;
  /** Its class teachers. */
  teachers: Chosen[];
}
export const batchForm = page<BatchFormProps>('structure/batch-form');

export interface BatchCoursesProps {
  batch: BatchRecord;
  opened: Opened;
  courses: {
    id: number;
    code: string;
    title: string;
    electiveGroup: string | null;
    offered: boolean;
    teacher: Chosen | null;
  }[];
  /** There are more courses to add. */
  isMore: boolean;
}
export const batchCourses = page<BatchCoursesProps>('structure/batch-courses');

export interface MakeBatchesProps extends InstitutionChoice {
  sessions: SessionChoice[];
  sessionId: number | null;
  fromSessionId: number | null;
  /** The batches to add; existing ones are not changed. */
  plan: { id: number; name: string; class: string; capacity: number; exists: boolean }[];
}
export const makeBatchesPage = page<MakeBatchesProps>('structure/make-batches');

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
