import type { Opened } from '#kernel/edit/edit.ts';
import type { Bounded } from '#kernel/database/bounded.ts';
import type { Choice as Chosen } from '#kernel/choices.ts';
import { page } from '#web/page.ts';
import type { BatchFilter, BatchRecord, BatchRow } from './batches.queries.ts';
import type { OfferingRow } from './offerings.queries.ts';
import type { LastChange } from './undo-offerings.ts';
import type { Choice, Can, InstitutionChoice } from '../structure.pages.ts';

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
  /** Of the courses, while it can be undone. */
  lastChange: LastChange | null;
  siblings: Bounded<{ id: number; name: string; session: string; courses: number }>;
  can: Can & { chooseElectives: boolean; seeRegisters: boolean; seeTimetable: boolean };
  /** Some of them, or all. */
  seesStudents: boolean;
}

export const batchPage = page<BatchPageProps>('structure/batch');

export interface BatchFormProps extends InstitutionChoice {
  batch:
    | (Pick<BatchRecord, 'id' | 'classId' | 'sessionId' | 'arm' | 'name' | 'capacity'> & { teacherIds: number[] })
    | null;
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
    /** The place of the term in which it is taught; null: every term. */
    termPosition: number | null;
  }[];
  /** Of the session. */
  terms: { position: number; name: string }[];
  /** The other open batches of the class in the session. */
  arms: Choice[];
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
