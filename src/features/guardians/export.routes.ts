import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { ExportGuardians, exportGuardians, guardianColumnsFor } from './export-guardians.ts';

const config = may('guardians.export');

/** Guardians as a file. */
export function guardianExportRoutes(app: App): void {
  for (const format of ['csv', 'xlsx'] as const) {
    app.get(
      `/guardians/export.${format}`,
      // Asking for the head alone would make, and write down, the whole.
      { config, schema: { querystring: ExportGuardians }, exposeHeadRoute: false },
      (request, reply) => reply.table(format, (actor, tx) => exportGuardians(tx, actor, request.query)),
    );
  }
  app.get(
    '/guardians/export-columns',
    { config, schema: { querystring: z.object({ institution_id: id.optional() }) } },
    async (request, reply) =>
      reply.send(await request.read((db, actor) => guardianColumnsFor(db, actor, request.query.institution_id))),
  );
}
