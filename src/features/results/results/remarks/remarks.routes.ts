import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { seeingResults } from '../term-results/find-sheet.ts';
import { proposeRemarks } from './propose-remarks.ts';

/** Remarks for report cards by average, for the grid in which they are written. */
export function remarkRoutes(app: App): void {
  for (const writer of ['teacher', 'principal'] as const)
    app.get(
      `/mark-sheets/:id/proposed-remarks/${writer}`,
      { config: may(...seeingResults), schema: { params: z.object({ id }) } },
      async (request, reply) =>
        reply.send(await request.snapshot((db, actor) => proposeRemarks(db, actor, request.params.id, writer))),
    );
}
