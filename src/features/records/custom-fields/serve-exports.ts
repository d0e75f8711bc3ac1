import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { columnsFor, type exportList } from './export-people.ts';

type ListExport = Pick<ReturnType<typeof exportList>, 'kind' | 'Asked' | 'read'>;

/** Export routes of a kind of people, such as `/students/export.csv`, and the choice of columns. */
export function exportRoutes(app: App, { kind, Asked, read }: ListExport): void {
  const config = may(kind.permission);
  const at = `/${kind.words.many}`;
  for (const format of ['csv', 'xlsx'] as const) {
    app.get(
      `${at}/export.${format}`,
      // HEAD requests would create and record the whole export.
      { config, schema: { querystring: Asked }, exposeHeadRoute: false },
      (request, reply) => reply.table(format, (actor, tx) => read(tx, actor, request.query as { columns: string[] })),
    );
  }
  app.get(
    `${at}/export-columns`,
    { config, schema: { querystring: z.object({ institution_id: id.optional() }) } },
    async (request, reply) =>
      reply.send(await request.read((db, actor) => columnsFor(db, actor, kind, request.query.institution_id))),
  );
}
