import { join } from 'node:path';
import { z } from 'zod';
import { allow } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { NotFound } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { hiddenFrom, withoutHidden } from '../hidden-fields.ts';
import { importPermission, mayImport } from '../imports.policy.ts';
import { findImport, listProblems } from '../imports.queries.ts';
import { importKinds } from '../kinds/kind-words.ts';
import { workInTurn } from '../reader/turns.ts';
import { makeProblemsFile } from './problems-file.ts';
import { templateFile, templateFor } from './template.ts';

const config = may(...mayImport);
const params = z.object({ id });

/** Downloads: the template of a kind, and the rows of an import that have problems. */
export function importFileRoutes(app: App): void {
  const { files, environment } = app.services;
  const folder = join(environment.dataFolder, 'exports');

  app.get(
    '/imports/template.xlsx',
    { config, schema: { querystring: z.object({ kind: z.enum(importKinds), institution_id: id }) } },
    async (request, reply) => {
      const { kind, institution_id: institutionId } = request.query;
      const columns = await request.read((db, actor) => {
        allow(actor, importPermission[kind], institutionId);
        return templateFor(db, actor, institutionId, kind);
      });
      return reply
        .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .header('Content-Disposition', `attachment; filename="${kind}-template.xlsx"`)
        .header('Cache-Control', 'no-store')
        .send(Buffer.from(await templateFile(kind, columns)));
    },
  );

  app.get(
    '/imports/:id/problems.csv',
    { config, schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const found = await request.read((db, actor) => findImport(db, actor, request.params.id));
      const { storedAs } = found;
      if (!storedAs) throw new NotFound('file');
      await request.write((tx, actor) =>
        record(tx, actor, `${found.kind}.import.problems`, {
          institutionId: found.institutionId,
          subject: { type: 'import', id: found.id },
          summary: `downloaded the rows with problems of ${found.fileName}`,
        }),
      );
      const hidden = await hiddenFrom(request, found);
      const next = async (after?: { rowNumber: number; id: number }) =>
        withoutHidden(await request.read((db, actor) => listProblems(db, actor, found.id, 5000, after)), hidden);
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const made = await workInTurn(found.institutionId, gone.signal, () =>
        makeProblemsFile(folder, found, files.path(storedAs), next, hidden, gone.signal),
      );
      return reply
        .type('text/csv; charset=utf-8')
        .header('Cache-Control', 'no-store')
        .header('Content-Disposition', `attachment; filename="problems-${found.id}.csv"`)
        .send(made.createReadStream({ start: 0 }));
    },
  );
}
