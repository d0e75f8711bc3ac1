import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { NotFound } from '#kernel/errors.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { may, type App } from '#web/routes.ts';
import { graduationPage } from '../transcripts.pages.ts';
import { exportGraduation } from './export-graduation.ts';
import type { GraduationFile } from './graduation.pdf.ts';
import { graduationProps } from './graduation.queries.ts';

const querystring = z.object({ ...viewFields, class: queryParam(id), session: queryParam(id) });
const config = { ...may('results.view'), isHeavy: true };
const layout = new URL('./graduation.pdf.ts', import.meta.url);

/** Who of a final class is ready to graduate: on screen, as a workbook, on paper. */
export function graduationRoutes(app: App): void {
  app.get('/graduation', { config, schema: { querystring } }, async (request, reply) =>
    reply.page(graduationPage, await request.snapshot((db, actor) => graduationProps(db, actor, request.query))),
  );

  app.get('/graduation.xlsx', { config, schema: { querystring } }, (request, reply) =>
    reply.table('xlsx', async (actor, tx) => {
      const { chosen, list } = await graduationProps(tx, actor, request.query);
      if (!chosen) throw new NotFound('final class');
      return exportGraduation(chosen, list);
    }),
  );

  app.get('/graduation.pdf', { config, schema: { querystring }, exposeHeadRoute: false }, async (request, reply) => {
    const data = await request.write(async (tx, actor): Promise<GraduationFile> => {
      const { chosen, list } = await graduationProps(tx, actor, request.query);
      if (!chosen) throw new NotFound('final class');
      const { institutionId, className, session, classId } = chosen;
      await record(tx, actor, 'transcripts.printGraduation', {
        institutionId,
        summary: `printed the graduation list of ${className}, ${session}`,
        subject: { type: 'class', id: classId },
      });
      return { chosen, list, letterhead: await letterheadOf(tx, app.services.files, institutionId) };
    });
    return reply.pdf({ title: `graduation list ${data.chosen.className}`, layout, data });
  });
}
