import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { employeeColumnsFor, ExportEmployees, exportEmployees } from './export-employees.ts';

const config = may('employees.export');

/** Employees as a file. */
export function employeeExportRoutes(app: App): void {
  for (const format of ['csv', 'xlsx'] as const) {
    app.get(
      `/employees/export.${format}`,
      // Asking for the head alone would make, and write down, the whole.
      { config, schema: { querystring: ExportEmployees }, exposeHeadRoute: false },
      (request, reply) => reply.table(format, (actor, tx) => exportEmployees(tx, actor, request.query)),
    );
  }
  app.get(
    '/employees/export-columns',
    { config, schema: { querystring: z.object({ institution_id: id.optional() }) } },
    async (request, reply) =>
      reply.send(await request.read((db, actor) => employeeColumnsFor(db, actor, request.query.institution_id))),
  );
}
