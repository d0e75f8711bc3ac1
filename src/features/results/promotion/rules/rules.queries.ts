import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { RuleContent } from './rule-content.ts';

/** A rule in force. */
export interface Rule {
  id: number;
  classId: number | null;
  version: number;
  content: RuleContent;
}

/** The rules in force, by class; under null the one of all classes without their own. */
export async function rulesInForce(db: Db, institutionId: number): Promise<Map<number | null, Rule>> {
  const rows = await query<Rule & { content: RuleContent | null }>(
    db,
    sql`select distinct on (class_id) id::int as id, class_id::int as "classId", version, content from promotion_rules
      where institution_id = ${institutionId} order by class_id, version desc`,
  );
  return new Map(rows.flatMap((row) => (row.content ? [[row.classId, row as Rule] as const] : [])));
}

/** The version that a form continues, also of a rule that was removed. */
export async function lastVersion(db: Db, institutionId: number, classId: number | null): Promise<number> {
  const [row] = await query<{ version: number }>(
    db,
    sql`select coalesce(max(version), 0)::int as version from promotion_rules
      where institution_id = ${institutionId} and class_id is not distinct from ${classId}::bigint`,
  );
  return row!.version;
}

export interface RuledClass {
  id: number;
  name: string;
  program: string;
  nextClassId: number | null;
  nextClass: string | null;
  /** Of the program: a CGPA below it is probation. */
  probationBelow: number | null;
}

export const classesOf = (db: Db, institutionId: number): Promise<RuledClass[]> =>
  query<RuledClass>(
    db,
    sql`select c.id::int as id, c.name, p.name as program, c.next_class_id::int as "nextClassId", n.name as "nextClass",
      p.probation_below as "probationBelow"
    from classes c join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
    left join classes n on (n.institution_id, n.id) = (c.institution_id, c.next_class_id)
    where c.institution_id = ${institutionId} order by p.name, c.position, c.name, c.id`,
  );

export interface CourseChoice {
  id: number;
  code: string;
  title: string;
}

export const courseChoices = (db: Db, institutionId: number): Promise<CourseChoice[]> =>
  query<CourseChoice>(
    db,
    sql`select id::int as id, code, title from courses where institution_id = ${institutionId} and retired_at is null
      order by title, code, id`,
  );
