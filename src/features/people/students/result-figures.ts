import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { isOneOf, type Db, query } from '#kernel/database.ts';
import { filterBy, type FilterContext } from '#kernel/list/filters.ts';
import { choice } from '#kernel/schemas.ts';
import { enrolmentOutcomes, sessionOutcomes } from './enrolment-outcomes.ts';
import type { findableStudents, students } from './students.schema.ts';
import type { FigureSort, Needs } from '#features/records/people/list/list-order.ts';

type StudentTable = typeof students | typeof findableStudents;

/** Sorting or filtering by a result reveals it. */
const needs: Needs = { permission: 'results.view', subject: 'results' };

/** Where each student stands by published results: what is not published is in none of these. */
const summary = (column: string, type: FigureSort['type']): FigureSort => {
  const key = sql.raw(column);
  const figures = sql`select institution_id, student_id as person_id, ${key} as key from result_summaries
    where ${key} is not null`;
  return { figures, type, needs };
};

const outcomes = sql.raw(sessionOutcomes.map((outcome) => `'${outcome}'`).join(', '));
/**
 * What followed the student's last session. Asked student by student: as a join it would be planned by statistics that a
 * new school does not have.
 */
const promotions = sql`select e.institution_id, e.student_id as person_id, e.outcome as key from enrolments e
  where e.outcome in (${outcomes}) and e.id = (select l.id from enrolments l
    where l.institution_id = e.institution_id and l.student_id = e.student_id and l.outcome in (${outcomes})
    order by l.to_date desc, l.id desc limit 1)`;

export const resultSorts = {
  average: summary('average_exact', 'numeric'),
  cumulative: summary('cumulative_exact', 'numeric'),
  cgpa: summary('cgpa_exact', 'numeric'),
  position: summary('position', 'int'),
  designation: summary('designation_order', 'int'),
  promotion: { figures: promotions, type: 'text', needs },
} satisfies Record<string, FigureSort>;

/**
 * Students whose figure meets the condition, in institutions whose results the actor may see. A value for each student
 * rather than `exists`, which would be joined by statistics that a new school does not have.
 */
const having = (figures: SQL, condition: SQL, table: StudentTable, { actor }: FilterContext) => {
  const seen = institutionsWhere(actor, needs.permission);
  return sql`(select ${condition} from (${figures}) f where f.institution_id = ${table.institutionId}
    and f.person_id = ${table.id} and ${isOneOf(sql`f.institution_id`, seen)})`;
};

/** A figure as it is shown, or a range of exact values: 49.996 is below 50. */
const between = (exact: FigureSort, shown: FigureSort = exact) => ({
  ...filterBy<z.ZodString, StudentTable>(z.string().trim().max(40), (text, table, context) => {
    const range = rangeOf(text);
    if (!range) return sql`false`;
    return 'shown' in range
      ? having(shown.figures, sql`f.key = ${range.shown}::numeric`, table, context)
      : having(exact.figures, sql`f.key >= ${range.low}::numeric and f.key <= ${range.high}::numeric`, table, context);
  }),
  needs,
});

export const resultFilters = {
  average: between(resultSorts.average, summary('average', 'numeric')),
  cumulative: between(resultSorts.cumulative, summary('cumulative', 'numeric')),
  cgpa: between(resultSorts.cgpa, summary('cgpa', 'numeric')),
  position: between(resultSorts.position),
  designation: {
    ...filterBy<z.ZodString, StudentTable>(z.string().trim().max(80), (name, table, context) =>
      having(
        sql`select institution_id, student_id as person_id, designation as key from result_summaries`,
        sql`f.key = ${name}`,
        table,
        context,
      ),
    ),
    needs,
  },
  promotion: {
    ...filterBy(
      choice(Object.fromEntries(sessionOutcomes.map((key) => [key, enrolmentOutcomes[key]!]))),
      (outcome, table: StudentTable, context) => having(promotions, sql`f.key = ${outcome}`, table, context),
    ),
    needs,
  },
};

/** The classes of degree that students of the institutions have, the highest first. */
export const designationsInView = async (db: Db, actor: Actor, wanted: number | undefined): Promise<string[]> => {
  const seen = institutionsInView(actor, wanted, needs.permission);
  if (seen.length === 0) return [];
  const here = isOneOf(sql`r.institution_id`, seen);
  const found = await query<{ name: string }>(db)`with recursive known as (
      select (select min(r.designation) from result_summaries r where ${here}) as name
      union all select (select min(r.designation) from result_summaries r where ${here} and r.designation > known.name)
      from known where name is not null)
    select name from known where name is not null
    order by (select r.designation_order from result_summaries r where ${here} and r.designation = name limit 1), name`;
  return found.map(({ name }) => name);
};

/** What was typed to filter by a figure: the figure as it is shown, or a range of exact values with open ends. */
type FigureRange = { shown: string } | { low: string; high: string };

/** '3.5', '3.5..4', '3.5..' or '..2'. Null for anything else, which no student has. */
export function rangeOf(text: string): FigureRange | null {
  if (/^\d{1,6}(\.\d{1,6})?$/.test(text)) return { shown: text };
  const parts = /^(\d{1,6}(?:\.\d{1,6})?)?\s*(?:\.\.|…|–)\s*(\d{1,6}(?:\.\d{1,6})?)?$/.exec(text);
  if (!parts || (parts[1] === undefined && parts[2] === undefined)) return null;
  return { low: parts[1] ?? '0', high: parts[2] ?? '1000000' };
}
