import { servePrintedFile } from '#web/printed-file.ts';
import { may, type App } from '#web/routes.ts';
import { cardFilePage } from '../results.pages.ts';
import { seeingResults } from '../term-results/find-sheet.ts';
import { cardFileRow } from './card-files.queries.ts';
import { PrintCards, printCards } from './print-cards.ts';

const config = may(...seeingResults);

/** The report cards of many classes, in a file that a job makes. */
export function cardFileRoutes(app: App): void {
  const { jobs } = app.services;

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

  servePrintedFile(app, '/card-files', { config, page: cardFilePage, name: 'report-cards.pdf', find: cardFileRow });
}
