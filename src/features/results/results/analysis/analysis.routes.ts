import { z } from 'zod';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { analysisPage } from '../results.pages.ts';
import { seeingResults } from '../term-results/find-sheet.ts';
import { analysisProps } from './analysis-view.ts';
import { groupings, type Grouping } from './figures.ts';

const number = (most: number, usual: number) => z.coerce.number().int().min(1).max(most).catch(usual);

const AnalysisQuery = z.object({
  ...viewFields,
  term: queryParam(id),
  class_id: queryParam(id),
  batch_id: queryParam(id),
  course_id: queryParam(id),
  employee_id: queryParam(z.union([z.literal('none'), id])),
  gender: z.enum(['female', 'male', 'none']).optional().catch(undefined),
  grade: z.string().max(10).optional().catch(undefined),
  outcome: z.enum(['passed', 'failed']).optional().catch(undefined),
  /** The rows of a figure: results, or the students who have them; those with the most or the least; of an earlier term. */
  rows: z.enum(['results', 'students']).optional().catch(undefined),
  extreme: z.enum(['highest', 'lowest']).optional().catch(undefined),
  point: queryParam(id),
  by: z.enum(Object.keys(groupings) as [Grouping, ...Grouping[]]).catch('course'),
  failing: number(30, 3),
  fell: number(100, 10),
});
export type AnalysisQuery = z.output<typeof AnalysisQuery>;

/** How classes and courses did, for principals and for teachers of what they teach. */
export function analysisRoutes(app: App): void {
  app.get(
    '/result-analysis',
    { config: may(...seeingResults), schema: { querystring: AnalysisQuery } },
    async (request, reply) =>
      reply.page(analysisPage, await request.snapshot((db, actor) => analysisProps(db, actor, request.query))),
  );
}
