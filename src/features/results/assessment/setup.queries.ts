import { sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import type { System } from './assessment.ts';
import type { Band, Component } from './compute/types.ts';
import { page } from '#web/page.ts';
import type { Check } from './checks/find-checks.ts';
import type { electivesPageProps } from './electives/assign-electives.ts';
import type { scaleForm } from './scales/find-scale.ts';
import type { schemeForm } from './schemes/find-scheme.ts';
import type { CourseProgress } from './sheets/progress.queries.ts';
import type { OwnCourse, SheetHead, SheetRow, TermChoice } from './sheets/sheets.queries.ts';
import type { SheetOpener, UnopenedCourse } from './sheets/unopened.queries.ts';

export interface SchemeRow {
  id: number;
  institutionId: number;
  name: string;
  system: System;
  components: Component[];
  passMark: number;
  passFail: boolean;
  scale: string;
  version: number;
  isArchived: boolean;
}
export interface ScaleRow {
  id: number;
  institutionId: number;
  name: string;
  bands: Band[];
  entryFrom: string | null;
  version: number;
  isArchived: boolean;
}
export interface UseRow {
  id: number;
  institutionId: number;
  scheme: string;
  program: string | null;
  class: string | null;
  course: string | null;
}

/** Schemes, scales, and where the schemes apply. */
export async function assessmentSetup(db: Db, actor: Actor, wanted: number | undefined) {
  const within = sql`any (${sql.param(institutionsInView(actor, wanted, 'assessment.view'))}::int[])`;
  const [schemes, scales, uses] = await Promise.all([
    query<SchemeRow>(db)`select s.id::bigint as id, s.institution_id as "institutionId", s.name, s.system, s.components,
          s.pass_mark as "passMark", s.pass_fail as "passFail", g.name as scale, s.version, s.archived_at is not null as "isArchived"
        from assessment_schemes s join grading_scales g on (g.institution_id, g.id) = (s.institution_id, s.scale_id)
        where s.institution_id = ${within} order by s.archived_at is not null, s.name, s.id`,
    query<ScaleRow>(db)`
      select id::bigint as id, institution_id as "institutionId", name, bands, entry_from::text as "entryFrom", version,
          archived_at is not null as "isArchived"
        from grading_scales where institution_id = ${within} order by archived_at is not null, name, id`,
    query<UseRow>(db)`
      select u.id::bigint as id, u.institution_id as "institutionId", s.name as scheme, p.name as program, c.name as class,
          k.title as course
        from scheme_uses u join assessment_schemes s on (s.institution_id, s.id) = (u.institution_id, u.scheme_id)
        left join programs p on (p.institution_id, p.id) = (u.institution_id, u.program_id)
        left join classes c on (c.institution_id, c.id) = (u.institution_id, u.class_id)
        left join courses k on (k.institution_id, k.id) = (u.institution_id, u.course_id)
        where u.institution_id = ${within}
        order by u.institution_id, num_nonnulls(u.program_id, u.class_id, u.course_id), p.name, c.position, c.name, k.title`,
  ]);
  return { schemes, scales, uses };
}

/** What a scheme can use and where it can apply, in one institution. */
export async function setupChoices(db: Db, institutionId: number) {
  const list = (statement: ReturnType<typeof sql>) => query<{ id: number; name: string }>(db, statement);
  const here = sql`institution_id = ${institutionId}`;
  const [scales, schemes, programs, classes, courses] = await Promise.all([
    list(sql`select id::bigint as id, name from grading_scales where ${here} and archived_at is null order by name`),
    list(sql`select id, name from assessment_schemes where ${here} and archived_at is null order by name`),
    list(sql`select id::bigint as id, name from programs where ${here} and retired_at is null order by name`),
    list(sql`select id::bigint as id, name from classes where ${here} order by program_id, position, name`),
    list(
      sql`select id::bigint as id, title || ' (' || code || ')' as name from courses where ${here} and retired_at is null order by title`,
    ),
  ]);
  return { scales, schemes, programs, classes, courses };
}

type SetupProps = Awaited<ReturnType<typeof assessmentSetup>> & { canEdit: boolean };
export const setupPage = page<SetupProps>('assessment/setup');

interface Place {
  institutionId: number;
  institutions: { id: number; name: string }[];
}

interface ScaleFormProps extends Place {
  scale: ({ id: number } & ReturnType<typeof scaleForm>) | null;
  /** What a new scale begins with, by name. */
  presets: ({ key: string } & Omit<ReturnType<typeof scaleForm>, 'entryFrom'>)[];
  opened?: Record<string, unknown>;
}
export const scaleFormPage = page<ScaleFormProps>('assessment/scale-form');

interface SchemeFormProps extends Place {
  scheme: ({ id: number } & ReturnType<typeof schemeForm>) | null;
  scales: { id: number; name: string }[];
  opened?: Record<string, unknown>;
}
export const schemeFormPage = page<SchemeFormProps>('assessment/scheme-form');

type PlaceFormProps = Place & Omit<Awaited<ReturnType<typeof setupChoices>>, 'scales'>;
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
export const sheetListPage = page<{
  terms: TermChoice[];
  term: TermChoice | null;
  rows: SheetRow[];
  can: SheetCan;
  /** Who opens what is not open, for those who can't. */
  openers: SheetOpener[] | null;
  /** Deferred. */
  progress?: CourseProgress[];
}>('assessment/sheet-list');
export const sheetPage = page<{
  sheet: SheetHead;
  courses: CourseProgress[];
  can: SheetCan;
  /** Students of a published sheet who joined too late for a result. */
  late: { id: number; name: string }[];
  /** Deferred. */
  checks?: Check[];
}>('assessment/sheet');

export interface OwnMarksProps {
  courses: OwnCourse[];
  /** Courses whose marks are not open, who opens them, and where the actor may. */
  unopened: UnopenedCourse[];
  openers: SheetOpener[];
  opens: number[];
}
export const ownMarksPage = page<OwnMarksProps>('assessment/own-marks');
