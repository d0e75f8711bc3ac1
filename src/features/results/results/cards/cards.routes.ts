import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { termsOf } from '#kernel/contracts/terminology.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import { findResultSheet, latestSheetOf, seeingResults } from '../term-results/find-sheet.ts';
import { drawnCards, cardFileParts } from './cards.queries.ts';
import { mostAtOnce } from './most-at-once.ts';
import type { ReportCardFile } from './report-card.pdf.ts';

const layout = new URL('./report-card.pdf.ts', import.meta.url);
const config = { ...may(...seeingResults), isHeavy: true };

/** Report cards on paper: of a batch, or of one student. */
export function cardRoutes(app: App): void {
  const serveCards = (address: string, sheetOf: (tx: Tx, actor: Actor, id: number) => Promise<number> | number) =>
    app.get(
      address,
      { config, schema: { params: z.object({ id }) }, exposeHeadRoute: false },
      async (request, reply) => {
        const origin = await request.publicOrigin().catch(() => null);
        const data = await request.write(async (tx, actor) =>
          fileOf(tx, actor, await sheetOf(tx, actor, request.params.id), { origin }),
        );
        return reply.pdf({ title: `report cards ${data.cards[0]!.card.batch}`, layout, data });
      },
    );
  serveCards('/mark-sheets/:id/report-cards.pdf', (_tx, _actor, sheetId) => sheetId);
  serveCards('/batches/:id/report-cards.pdf', latestSheetOf);

  app.get(
    '/mark-sheets/:id/students/:studentId/report-card.pdf',
    { config, schema: { params: z.object({ id, studentId: id }) }, exposeHeadRoute: false },
    async (request, reply) => {
      const { id: sheetId, studentId } = request.params;
      const origin = await request.publicOrigin().catch(() => null);
      const data = await request.write((tx, actor) => fileOf(tx, actor, sheetId, { studentId, origin }));
      return reply.pdf({ title: `report card ${data.cards[0]!.card.student.number}`, layout, data });
    },
  );

  async function fileOf(
    tx: Tx,
    actor: Actor,
    sheetId: number,
    { studentId, origin }: { studentId?: number; origin: string | null },
  ): Promise<ReportCardFile> {
    const sheet = await findResultSheet(tx, actor, sheetId);
    const { institutionId, batch, term, session, state } = sheet;
    const cards = await drawnCards(tx, app.services.files, sheet, { studentId, origin });
    if (cards.length > mostAtOnce)
      throw new Conflict(
        `There are ${cards.length} report cards here. Print them from the broadsheet, or tick the class under Marks: the file is then created in the background.`,
      );
    if (!cards.length) throw new Conflict('There are no students with courses here, so there is nothing to print.');
    await record(tx, actor, 'results.printCards', {
      institutionId,
      summary: `printed ${countOf(cards.length, 'report card')} of ${batch}, ${term}, ${session}`,
      subject: studentId ? { type: 'student', id: studentId } : { type: 'mark_sheet', id: sheetId },
    });
    return {
      ...(await cardFileParts(tx, app.services.files, institutionId, cards)),
      words: termsOf(membershipIn(actor, institutionId)!.terminology),
      isPreview: state !== 'published',
    };
  }
}
