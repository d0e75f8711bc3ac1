import { sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import type { System } from './assessment.ts';
import type { Band, Component } from './compute/types.ts';

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
    query<SchemeRow>(
      db,
      sql`select s.id::int as id, s.institution_id as "institutionId", s.name, s.system, s.components,
          s.pass_mark as "passMark", s.pass_fail as "passFail", g.name as scale, s.version, s.archived_at is not null as "isArchived"
        from assessment_schemes s join grading_scales g on (g.institution_id, g.id) = (s.institution_id, s.scale_id)
        where s.institution_id = ${within} order by s.archived_at is not null, s.name, s.id`,
    ),
    query<ScaleRow>(
      db,
      sql`select id::int as id, institution_id as "institutionId", name, bands, entry_from::text as "entryFrom", version,
          archived_at is not null as "isArchived"
        from grading_scales where institution_id = ${within} order by archived_at is not null, name, id`,
    ),
    query<UseRow>(
      db,
      sql`select u.id::int as id, u.institution_id as "institutionId", s.name as scheme, p.name as program, c.name as class,
          k.title as course
        from scheme_uses u join assessment_schemes s on (s.institution_id, s.id) = (u.institution_id, u.scheme_id)
        left join programs p on (p.institution_id, p.id) = (u.institution_id, u.program_id)
        left join classes c on (c.institution_id, c.id) = (u.institution_id, u.class_id)
        left join courses k on (k.institution_id, k.id) = (u.institution_id, u.course_id)
        where u.institution_id = ${within}
        order by u.institution_id, num_nonnulls(u.program_id, u.class_id, u.course_id), p.name, c.position, c.name, k.title`,
    ),
  ]);
  return { schemes, scales, uses };
}

interface Choice {
  id: number;
  name: string;
}

/** What a scheme can use and where it can apply, in one institution. */
export async function setupChoices(db: Db, institutionId: number) {
  const list = (statement: ReturnType<typeof sql>) => query<Choice>(db, statement);
  const here = sql`institution_id = ${institutionId}`;
  const [scales, schemes, programs, classes, courses] = await Promise.all([
    list(sql`select id::int as id, name from grading_scales where ${here} and archived_at is null order by name`),
    list(sql`select id::int as id, name from assessment_schemes where ${here} and archived_at is null order by name`),
    list(sql`select id::int as id, name from programs where ${here} and retired_at is null order by name`),
    list(sql`select id::int as id, name from classes where ${here} order by program_id, position, name`),
    list(
      sql`select id::int as id, title || ' (' || code || ')' as name from courses where ${here} and retired_at is null order by title`,
    ),
  ]);
  return { scales, schemes, programs, classes, courses };
}
