import { page } from '#web/page.ts';
import type { Check } from './checks/find-checks.ts';
import type { electivesPageProps } from './electives/electives-page.queries.ts';
import type { CourseSheet } from './marks/course-sheet.queries.ts';
import type { MarkRow } from './marks/mark-rows.queries.ts';
import type { scaleForm } from './scales/scale-fields.ts';
import type { schemeForm } from './schemes/scheme-fields.ts';
import type { assessmentSetup, setupChoices } from './setup.queries.ts';
import type { CourseProgress } from './sheets/progress.queries.ts';
import type { OwnCourse, SheetHead, SheetRow, TermChoice } from './sheets/sheets.queries.ts';
import type { SheetOpener, UnopenedCourse } from './sheets/unopened.queries.ts';

export type SetupProps = Awaited<ReturnType<typeof assessmentSetup>> & { canEdit: boolean };
export const setupPage = page<SetupProps>('assessment/setup');

interface Place {
  institutionId: number;
  institutions: { id: number; name: string }[];
}

export interface ScaleFormProps extends Place {
  scale: ({ id: number } & ReturnType<typeof scaleForm>) | null;
  /** What a new scale begins with, by name. */
  presets: ({ key: string } & Omit<ReturnType<typeof scaleForm>, 'entryFrom'>)[];
  opened?: Record<string, unknown>;
}
export const scaleFormPage = page<ScaleFormProps>('assessment/scale-form');

export interface SchemeFormProps extends Place {
  scheme: ({ id: number } & ReturnType<typeof schemeForm>) | null;
  scales: { id: number; name: string }[];
  opened?: Record<string, unknown>;
}
export const schemeFormPage = page<SchemeFormProps>('assessment/scheme-form');

export type PlaceFormProps = Place & Omit<Awaited<ReturnType<typeof setupChoices>>, 'scales'>;
export const placeFormPage = page<PlaceFormProps>('assessment/place-form');

export const electivesPage = page<Awaited<ReturnType<typeof electivesPageProps>>>('assessment/electives');

interface SheetCan {
  open: boolean;
  approve: boolean;
  publish: boolean;
  print: boolean;
  /** Asks for corrections of what is published. */
  correct: boolean;
}

export interface SheetListProps {
  terms: TermChoice[];
  term: TermChoice | null;
  rows: SheetRow[];
  can: SheetCan;
  /** Who opens what is not open, for those who can't. */
  openers: SheetOpener[] | null;
  /** Deferred. */
  progress?: CourseProgress[];
}
export const sheetListPage = page<SheetListProps>('assessment/sheet-list');

export interface SheetProps {
  sheet: SheetHead;
  courses: CourseProgress[];
  can: SheetCan;
  /** Students of a published sheet who joined too late for a result. */
  late: { id: number; name: string }[];
  /** Deferred. */
  checks?: Check[];
}
export const sheetPage = page<SheetProps>('assessment/sheet');

export interface OwnMarksProps {
  courses: OwnCourse[];
  /** Courses whose marks are not open, who opens them, and where the actor may. */
  unopened: UnopenedCourse[];
  openers: SheetOpener[];
  opens: number[];
}
export const ownMarksPage = page<OwnMarksProps>('assessment/own-marks');

export interface CourseMarksProps {
  sheet: CourseSheet;
  rows: MarkRow[];
  /** The latest change that the rows contain. */
  since: number;
  canEnter: boolean;
  /** The results are published, and the actor can ask for a correction. */
  canCorrect: boolean;
}
export const courseMarksPage = page<CourseMarksProps>('assessment/course-marks');
