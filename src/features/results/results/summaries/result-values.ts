import { and, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { query, type Db, pick } from '#kernel/database.ts';
import { id } from '#kernel/schemas.ts';
import { enrolmentOutcomes, sessionOutcomes } from '#features/people/students/enrolment-outcomes.ts';
import { seenWith } from '#features/people/students/seen-with.ts';
import { resultColumns, type ResultColumn } from '#features/people/students/result-summary.ts';
import { students } from '#features/people/students/students.schema.ts';
import { may, type App } from '#web/routes.ts';
import { maySeeResults } from '../publication/published.queries.ts';

const several = <Item extends z.ZodType>(item: Item, most: number) =>
  z
    .string()
    .max(4000)
    .transform((text): unknown[] => text.split(','))
    .pipe(z.array(item).min(1).max(most));
const Wanted = z.object({
  ids: several(id, 200),
  fields: several(z.enum(Object.keys(resultColumns) as [ResultColumn]), 10),
});

const Figures = z.object({
  personId: z.number(),
  average: z.string().nullable(),
  cumulative: z.string().nullable(),
  cgpa: z.string().nullable(),
  position: z.number().nullable(),
  positionOf: z.number().nullable(),
  designation: z.string().nullable(),
  promotion: z.string().nullable(),
});
type Figures = z.infer<typeof Figures>;

/** What the list of students shows of results, loaded for the rows in view once a column is switched on. */
export function resultValueRoutes(app: App): void {
  app.get(
    '/students/result-values',
    { config: may('results.view'), schema: { querystring: Wanted } },
    async (request, reply) => {
      const { ids, fields } = request.query;
      const found = await request.read((db, actor) => figuresOf(db, actor, ids));
      const rows = found.flatMap((row) =>
        fields.flatMap((fieldId) => {
          const text = textOf(row)[fieldId];
          return text === null ? [] : [{ personId: row.personId, fieldId, text }];
        }),
      );
      return reply.send({ rows });
    },
  );
}

const textOf = ({ position, positionOf, promotion, ...figures }: Figures): Record<ResultColumn, string | null> => ({
  ...pick(figures, 'average', 'cumulative', 'cgpa', 'designation'),
  position: position === null ? null : `${position} of ${positionOf}`,
  promotion: promotion && (enrolmentOutcomes[promotion] ?? promotion),
});

const figuresOf = (db: Db, actor: Actor, ids: number[]) =>
  query(
    db,
    sql`select students.id::bigint as "personId", r.average::text as average, r.cumulative::text as cumulative,
      r.cgpa::text as cgpa,
      r.position, r.position_of as "positionOf", r.designation,
      (select e.outcome from enrolments e where (e.institution_id, e.student_id) = (students.institution_id, students.id)
        and e.outcome in (${sql.join(
          sessionOutcomes.map((outcome) => sql`${outcome}`),
          sql`, `,
        )}) order by e.to_date desc, e.id desc limit 1) as promotion
    from students left join result_summaries r on (r.institution_id, r.student_id) = (students.institution_id, students.id)
    where ${and(seenWith(actor, maySeeResults), inArray(students.id, ids))}`,
    Figures,
  );
