import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { System } from '#features/results/assessment/assessment.ts';
import type { ProbationRule } from '#features/results/assessment/compute/probation.ts';
import {
  isLowBest,
  repeatsBy,
  type Band,
  type Designation,
  type GpaForm,
  type RepeatsPolicy,
} from '#features/results/assessment/compute/types.ts';

/** What a student's record is judged by. */
export interface ProgramRule {
  studentId: number;
  /** Null for a student who never was in a batch. */
  program: string | null;
  className: string | null;
  isFinalClass: boolean;
  /** Without a scheme there are no marks here; old results tell the rest. */
  system: System | null;
  repeats: RepeatsPolicy;
  gpaForm: GpaForm | null;
  /** Hundredths of a mark. */
  passMark: number;
  /** Of the scale of the entry cohort, the best first. */
  designations: Designation[];
  bands: Band[];
  probation: ProbationRule | null;
  unitsRequired: number | null;
}

type Row = Omit<ProgramRule, 'probation'> & { below: number | null; withdrawalAfter: number | null };

/** The rules of the program that students are in, or were in last, with the scheme that applies to it now. */
export async function programRules(
  db: Db,
  institutionId: number,
  studentIds: readonly number[],
): Promise<Map<number, ProgramRule>> {
  const rows = await query<Row>(
    db,
    sql`select s.id::int as "studentId", p.name as program, c.name as "className", c.next_class_id is null as "isFinalClass",
      k.system, k.gpa_form as "gpaForm", coalesce(k.repeats, 'all_attempts') as repeats, coalesce(k.pass_mark, 0) as "passMark",
      coalesce(v.designations, '[]') as designations, coalesce(v.bands, '[]') as bands, p.probation_below as below,
      p.withdrawal_after as "withdrawalAfter", p.units_required as "unitsRequired"
    from unnest(${sql.param([...studentIds])}::bigint[]) u (id)
    join students s on (s.institution_id, s.id) = (${institutionId}, u.id)
    left join lateral (select e.batch_id from enrolments e where (e.institution_id, e.student_id) = (${institutionId}, u.id)
      order by e.from_date desc, e.id desc limit 1) e on true
    left join batches b on (b.institution_id, b.id) = (${institutionId}, e.batch_id)
    left join classes c on (c.institution_id, c.id) = (${institutionId}, b.class_id)
    left join programs p on (p.institution_id, p.id) = (${institutionId}, c.program_id)
    left join lateral (select a.* from scheme_uses x
      join assessment_schemes a on (a.institution_id, a.id) = (x.institution_id, x.scheme_id)
      where x.institution_id = ${institutionId} and x.course_id is null
        and (x.program_id is null or x.program_id = p.id) and (x.class_id is null or x.class_id = c.id)
      order by x.class_id is not null desc, x.program_id is not null desc limit 1) k on true
    left join lateral (select g.designations, g.bands from grading_scale_versions g
      cross join lateral (select g.entry_from is null or g.entry_from <= s.admission_date as holds) h
      where (g.institution_id, g.scale_id) = (${institutionId}, k.scale_id)
      order by h.holds is true desc, case when h.holds then g.version else -g.version end desc limit 1) v on true`,
  );
  return new Map(
    rows.map(({ below, withdrawalAfter, ...rule }) => [
      rule.studentId,
      {
        ...rule,
        repeats: repeatsBy(rule.repeats, rule.bands),
        probation: below === null ? null : { below, withdrawalAfter, isAbove: isLowBest(rule.bands) },
      },
    ]),
  );
}
