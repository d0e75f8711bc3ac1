import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { columnsFor, type ExportedKind } from './export-people.ts';

/** Export routes of a kind of people, such as `/students/export.csv`, and the choice of columns. */
export function exportRoutes<Asked extends z.ZodType>(
  app: App,
  kind: ExportedKind,
  asked: Asked,
  exported: (db: Db, actor: Actor, asked: z.infer<Asked>) => Promise<ExportedTable>,
): void {
  const config = may(kind.permission);
  const at = `/${kind.words.many}`;
  for (const format of ['csv', 'xlsx'] as const) {
    app.get(
      `${at}/export.${format}`,
      // HEAD requests would create and record the whole export.
      { config, schema: { querystring: asked }, exposeHeadRoute: false },
      (request, reply) => reply.table(format, (actor, tx) => exported(tx, actor, request.query as z.infer<Asked>)),
    );
  }
  app.get(
    `${at}/export-columns`,
    { config, schema: { querystring: z.object({ institution_id: id.optional() }) } },
    async (request, reply) =>
      reply.send(await request.read((db, actor) => columnsFor(db, actor, kind, request.query.institution_id))),
  );
}
