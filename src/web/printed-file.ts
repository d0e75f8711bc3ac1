import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import type { PrintedFile } from '#kernel/print/printed-files.ts';
import { id } from '#kernel/schemas.ts';
import type { Page } from './page.ts';
import type { App, may } from './routes.ts';

const params = z.object({ id });

interface Served {
  config: ReturnType<typeof may>;
  page: Page<{ file: PrintedFile }>;
  /** 'bills.pdf' */
  name: string;
  find: (db: Db, actor: Actor, id: number) => Promise<PrintedFile & { storedAs: string | null; size: number | null }>;
}

/** The page of a file that a job draws, and the file. */
export function servePrintedFile(app: App, at: string, { config, page, name, find }: Served): void {
  const { files } = app.services;
  app.get(`${at}/:id`, { config, schema: { params } }, async (request, reply) => {
    const { storedAs: _, size: __, ...file } = await request.read((db, actor) => find(db, actor, request.params.id));
    return reply.page(page, { file });
  });

  app.get(`${at}/:id/${name}`, { config, schema: { params }, exposeHeadRoute: false }, async (request, reply) => {
    const { storedAs, size } = await request.read((db, actor) => find(db, actor, request.params.id));
    if (!storedAs) throw new Conflict('This file is not ready yet.');
    return reply
      .type('application/pdf')
      .header('Content-Length', size!)
      .header('Content-Disposition', `inline; filename="${name}"`)
      .header('Cache-Control', 'no-store')
      .send(await files.open(storedAs));
  });
}
