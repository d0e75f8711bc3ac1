import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { servePrintedFile } from '#web/printed-file.ts';
import { may, type App } from '#web/routes.ts';
import { cardFilePage } from '../results.pages.ts';
import { PrintCards, printCards } from './print-cards.ts';
import { seeingResults } from '../term-results/find-sheet.ts';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { findPrintedFile } from '#kernel/print/printed-files.ts';
import { cardFiles } from './card-files.schema.ts';

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

/** A file of report cards and how far it is: the own ones, and all for people who see all marks. */
const cardFileRow = (db: Db, actor: Actor, id: number) =>
  findPrintedFile(db, cardFiles, {
    total: sql`${cardFiles.cardCount}`,
    where: and(
      eq(cardFiles.id, id),
      inArray(cardFiles.institutionId, institutionsWhere(actor, ...seeingResults)),
      or(
        eq(cardFiles.accountId, actor.accountId ?? 0),
        inArray(cardFiles.institutionId, institutionsWhere(actor, 'marks.view')),
      ),
    ),
  });
