import { z } from 'zod';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { wordsOf } from '#kernel/contracts/terminology.ts';
import type { Db } from '#kernel/database.ts';
import { id } from '#kernel/schemas.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { may, type App } from '#web/routes.ts';
import { broadsheetPage } from '../results.pages.ts';
import { cardsOf } from '../cards/cards.queries.ts';
import { ruleOf } from '../cards/card-rule.ts';
import { publishedOfSheet } from '../publication/published-sheet.queries.ts';
import { classResultsOf } from '../term-results/class-results.queries.ts';
import { findResultSheet, seeingResults } from '../term-results/find-sheet.ts';
import { broadsheetOf } from './broadsheet.ts';
import type { BroadsheetFile } from './broadsheet.pdf.ts';
import { exportBroadsheet } from './export-broadsheet.ts';
import { publishedBroadsheet } from './published-broadsheet.ts';

const params = z.object({ id });
const config = may(...seeingResults);
const layout = new URL('./broadsheet.pdf.ts', import.meta.url);

/** The broadsheet of a batch in a term: on screen, as a workbook, on paper. */
export function broadsheetRoutes(app: App): void {
  const { files } = app.services;

  app.get('/mark-sheets/:id/broadsheet', { config, schema: { params } }, async (request, reply) => {
    const { sheet, broadsheet } = await request.snapshot((db, actor) => find(db, actor, request.params.id));
    const seeing = ['marks.view', 'marks.open', 'marks.approve'] as const;
    const canOpenSheet = seeing.some((permission) => can(request.actor, permission, sheet.institutionId));
    return reply.page(broadsheetPage, { sheet, broadsheet, canOpenSheet });
  });

  app.get('/mark-sheets/:id/broadsheet.xlsx', { config, schema: { params } }, (request, reply) =>
    reply.table('xlsx', async (actor, tx) => {
      const { sheet, broadsheet } = await find(tx, actor, request.params.id);
      return exportBroadsheet(sheet, broadsheet, wordsIn(actor, sheet.institutionId).batch);
    }),
  );

  app.get(
    '/mark-sheets/:id/broadsheet.pdf',
    { config: { ...config, isHeavy: true }, schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const data = await request.write(async (tx, actor): Promise<BroadsheetFile> => {
        const { sheet, broadsheet } = await find(tx, actor, request.params.id);
        const { institutionId, batch, term, session } = sheet;
        await record(tx, actor, 'results.printBroadsheet', {
          institutionId,
          summary: `printed the broadsheet of ${batch}, ${term}, ${session}`,
          subject: { type: 'mark_sheet', id: sheet.id },
        });
        const letterhead = await letterheadOf(tx, files, institutionId);
        return { letterhead, sheet, broadsheet, batchWord: wordsIn(actor, institutionId).batch };
      });
      return reply.pdf({ title: `broadsheet ${data.sheet.batch}`, layout, data });
    },
  );
}

const wordsIn = (actor: Actor, institutionId: number) => wordsOf(membershipIn(actor, institutionId)!.terminology);

async function find(db: Db, actor: Actor, sheetId: number) {
  const sheet = await findResultSheet(db, actor, sheetId);
  if (sheet.state !== 'published') {
    const found = await classResultsOf(db, { ...sheet, batchIds: [sheet.batchId] });
    // Positions and grades by the session are those of the cards.
    const goesBySession = found.scheme !== null && ruleOf(found.scheme, sheet).goesBy === 'session';
    const cards = goesBySession ? (await cardsOf(db, sheet)).cards : [];
    if (cards.length > 0) return { sheet, broadsheet: publishedBroadsheet(cards) };
    return { sheet, broadsheet: broadsheetOf(found, sheet.batchId) };
  }
  const published = await publishedOfSheet(db, sheet);
  return { sheet, broadsheet: publishedBroadsheet(published.map(({ card }) => card)) };
}
