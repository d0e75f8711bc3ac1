import { z } from 'zod';
import { Conflict, NotAllowed } from '#kernel/errors.ts';
import { mediaTypes, type TableFormat } from '#kernel/export/columns.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { cancelExport, findExport } from './queue-export.ts';
import { kindNamed } from './make/make-export.ts';
import { page } from '#web/page.ts';
import type { ExportState } from './export-state.ts';

const params = z.object({ id });
const config = may('signedIn');
const one = '/export-files/:id';

/** The page of a long export, its file, and how to cancel it. */
export function exportRoutes(app: App): void {
  const { product } = app;
  const { files } = app.services;

  app.get(one, { config, schema: { params } }, async (request, reply) => {
    const found = await request.read((db, actor) => findExport(db, actor, request.params.id));
    const { title, format, state, done, total, size, failure } = found;
    const kind = kindNamed(product, found.kind);
    return reply.page(exportFilePage, {
      file: { id: found.id, title, format, state, done, total, size, failure },
      back: kind.href(kind.read(found.asked)),
    });
  });

  app.post(`${one}/cancel`, { config, schema: { params } }, async (request, reply) => {
    const title = await request.write((tx, actor) => cancelExport(tx, actor, request.params.id));
    return reply.flash(`${title} was cancelled.`).seeOther(`/export-files/${request.params.id}`);
  });

  app.get(`${one}/download`, { config, schema: { params }, exposeHeadRoute: false }, async (request, reply) => {
    const { storedAs, size, format, fileName } = await request.snapshot(async (tx, actor) => {
      const found = await findExport(tx, actor, request.params.id);
      if (!found.storedAs) throw new Conflict('This file is not ready yet.');
      const kind = kindNamed(product, found.kind);
      const order = { ...found, asked: kind.read(found.asked) };
      const now = new Set(await kind.rights(tx, actor, { files, product }, order));
      if (found.rights.some((right) => !now.has(right)))
        throw new NotAllowed('Your access has changed since this file was created. Create it again.');
      return found;
    });
    return reply
      .type(mediaTypes[format])
      .header('Content-Length', size!)
      .header('Content-Disposition', `attachment; filename="${fileName}"`)
      .header('Cache-Control', 'no-store')
      .send(await files.open(storedAs!));
  });
}

export interface ExportFile {
  id: number;
  title: string;
  format: TableFormat;
  state: ExportState;
  done: number;
  /** Null until it is known. */
  total: number | null;
  size: number | null;
  failure: string | null;
}

export const exportFilePage = page<{ file: ExportFile; back: string }>('exports/export-file');
