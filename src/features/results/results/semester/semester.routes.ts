import { z } from 'zod';
import { can, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Db } from '#kernel/database.ts';
import { id } from '#kernel/schemas.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { may, type App } from '#web/routes.ts';
import { semesterSheetPage } from '../results.pages.ts';
import { findResultSheet, seeingResults } from '../term-results/find-sheet.ts';
import { exportSemesterSheet } from './export-semester-sheet.ts';
import type { SemesterSheetFile } from './semester-sheet.pdf.ts';
import { findSemesterSheet } from './semester-sheet.queries.ts';

const params = z.object({ id });
const config = may(...seeingResults);
const layout = new URL('./semester-sheet.pdf.ts', import.meta.url);

/** The semester result sheet of a batch: on screen, as a workbook, on paper. */
export function semesterRoutes(app: App): void {
  app.get('/mark-sheets/:id/result-sheet', { config, schema: { params } }, async (request, reply) => {
    const props = await request.snapshot((db, actor) => find(db, actor, request.params.id));
    const seeing = ['marks.view', 'marks.open', 'marks.approve'] as const;
    const canOpenSheet = seeing.some((permission) => can(request.actor, permission, props.sheet.institutionId));
    return reply.page(semesterSheetPage, { ...props, canOpenSheet });
  });

  app.get('/mark-sheets/:id/result-sheet.xlsx', { config, schema: { params } }, (request, reply) =>
    reply.table('xlsx', async (actor, tx) => {
      const { sheet, result } = await find(tx, actor, request.params.id);
      return exportSemesterSheet(sheet, result);
    }),
  );

  app.get(
    '/mark-sheets/:id/result-sheet.pdf',
    { config: { ...config, isHeavy: true }, schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const data = await request.write(async (tx, actor): Promise<SemesterSheetFile> => {
        const { sheet, result } = await find(tx, actor, request.params.id);
        const { institutionId, batch, term, session } = sheet;
        await record(tx, actor, 'results.printSemesterSheet', {
          institutionId,
          summary: `printed the semester result sheet of ${batch}, ${term}, ${session}`,
          subject: { type: 'mark_sheet', id: sheet.id },
        });
        return { sheet, result, letterhead: await letterheadOf(tx, app.services.files, institutionId) };
      });
      return reply.pdf({ title: `result sheet ${data.sheet.batch}`, layout, data });
    },
  );
}

async function find(db: Db, actor: Actor, sheetId: number) {
  const sheet = await findResultSheet(db, actor, sheetId);
  return { sheet, result: await findSemesterSheet(db, sheet) };
}
