import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { wordsOf } from '#kernel/contracts/terminology.ts';
import { query, type Db } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { may, type App } from '#web/routes.ts';
import { cardsOf } from '../cards/cards.queries.ts';
import { publishedOfSheet } from '../publication/published-sheet.queries.ts';
import { findResultSheet, findResultSheets, seeingResults, type ResultSheet } from '../term-results/find-sheet.ts';
import { annualBroadsheet } from './annual-broadsheet.ts';
import type { AnnualFile } from './annual-broadsheet.pdf.ts';
import { exportAnnual } from './export-annual.ts';

const params = z.object({ id });
const config = may(...seeingResults);
const layout = new URL('./annual-broadsheet.pdf.ts', import.meta.url);

/** The annual broadsheet of a class, from a sheet of its session's last term: as a workbook, on paper. */
export function annualRoutes(app: App): void {
  const { files } = app.services;

  app.get('/mark-sheets/:id/annual-broadsheet.xlsx', { config, schema: { params } }, (request, reply) =>
    reply.table('xlsx', async (actor, tx) => {
      const { sheet, annual } = await find(tx, actor, request.params.id);
      return exportAnnual(sheet, annual, wordsOf(membershipIn(actor, sheet.institutionId)!.terminology));
    }),
  );

  app.get(
    '/mark-sheets/:id/annual-broadsheet.pdf',
    { config: { ...config, isHeavy: true }, schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const data = await request.write(async (tx, actor): Promise<AnnualFile> => {
        const { sheet, annual } = await find(tx, actor, request.params.id);
        const { institutionId, className, session } = sheet;
        await record(tx, actor, 'results.printBroadsheet', {
          institutionId,
          summary: `printed the annual broadsheet of ${className}, ${session}`,
          subject: { type: 'mark_sheet', id: sheet.id },
        });
        const letterhead = await letterheadOf(tx, files, institutionId);
        const { batch: batchWord } = wordsOf(membershipIn(actor, institutionId)!.terminology);
        return { letterhead, sheet, annual, batchWord };
      });
      return reply.pdf({ title: `annual broadsheet ${data.sheet.className}`, layout, data });
    },
  );
}

/** The whole class for those who see all marks; a class teacher has the own class arm. */
async function find(db: Db, actor: Actor, sheetId: number) {
  const sheet = await findResultSheet(db, actor, sheetId);
  if (!sheet.isLastTerm)
    throw new Conflict(`${sheet.term} isn’t the last term of ${sheet.session}. Open its last one.`);
  const ids = can(actor, 'marks.view', sheet.institutionId) ? await sheetsOfClass(db, sheet) : [sheet.id];
  const cards = [];
  // Each is computed with its class.
  for (const one of await findResultSheets(db, actor, ids))
    cards.push(
      // oxlint-disable-next-line no-await-in-loop
      ...(one.state === 'published'
        ? (await publishedOfSheet(db, one)).map(({ card }) => card)
        : (await cardsOf(db, one)).cards),
    );
  if (cards.some(({ layout: of }) => of === 'college'))
    throw new Conflict('Grade points have a semester result sheet instead of an annual broadsheet.');
  return { sheet, annual: annualBroadsheet(cards) };
}

async function sheetsOfClass(db: Db, { institutionId, termId, classId }: ResultSheet): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    sql`select s.id::int as id from mark_sheets s join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
      where s.institution_id = ${institutionId} and s.term_id = ${termId} and b.class_id = ${classId} order by b.name, s.id`,
  );
  return rows.map(({ id: one }) => one);
}
