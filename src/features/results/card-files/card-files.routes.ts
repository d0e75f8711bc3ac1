import { z } from 'zod';
import { Conflict } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { cardFilePage } from '../results.pages.ts';
import { seeingResults } from '../term-results/find-sheet.ts';
import { cardFileRow } from './card-files.queries.ts';
import { PrintCards, printCards } from './print-cards.ts';

const params = z.object({ id });
const config = may(...seeingResults);

/** The report cards of many classes, in a file that a job makes. */
export function cardFileRoutes(app: App): void {
  const { files, jobs } = app.services;

  app.post(
    '/card-files',
    { config: { ...config, once: true, isHeavy: true }, schema: { body: PrintCards } },
    async (request, reply) => {
      const origin = await request.publicOrigin().catch(() => null);
      return reply.once(async (tx, actor) => {
        const fileId = await printCards(tx, actor, jobs, request.body, origin);
        return { go: `/card-files/${fileId}` };
      });
    },
  );

  app.get('/card-files/:id', { config, schema: { params } }, async (request, reply) => {
    const {
      storedAs: _,
      size: __,
      ...file
    } = await request.read((db, actor) => cardFileRow(db, actor, request.params.id));
    return reply.page(cardFilePage, { file });
  });

  app.get(
    '/card-files/:id/report-cards.pdf',
    { config, schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const { storedAs, size } = await request.read((db, actor) => cardFileRow(db, actor, request.params.id));
      if (!storedAs) throw new Conflict('This file is not ready yet.');
      return reply
        .type('application/pdf')
        .header('Content-Length', size!)
        .header('Content-Disposition', 'inline; filename="report-cards.pdf"')
        .header('Cache-Control', 'no-store')
        .send(files.open(storedAs));
    },
  );
}
