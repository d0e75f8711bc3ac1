import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import {
  AddTask,
  addTask,
  closeTask,
  AddNote,
  addNote,
  deleteNote,
  startReview,
  findApplication,
  isVisible,
} from './review-tasks.ts';
import { showApplication, showRestricted } from './show-application.ts';
import type { Actor } from '#kernel/actor.ts';
import { render, type Db, query } from '#kernel/database.ts';
import { orNotFound } from '#kernel/errors.ts';
import { applicationPage } from './applications.routes.ts';

const params = z.object({ id });
const seeing = may('admissions.view');
const reviewing = may('admissions.review');
const at = (applicationId: number) => `/applications/${applicationId}`;

/** The review of one application. */
export function reviewRoutes(app: App): void {
  const { files } = app.services;

  app.get('/applications/:id', { config: seeing, schema: { params } }, async (request, reply) => {
    const application = await request.read((db, actor) => findApplication(db, actor, request.params.id));
    return reply.page(applicationPage, await request.read((db, actor) => showApplication(db, actor, application)));
  });

  app.get(
    '/applications/:id/paper',
    {
      config: seeing,
      schema: {
        params,
        querystring: z.object({
          kind: z
            .string()
            .regex(/^[a-z][a-z0-9-]{0,39}$/)
            .default('photo'),
        }),
      },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { kind } = request.query;
      const file = await request.read((db, actor) => findPaper(db, actor, request.params.id, kind));
      const isPdf = file.mediaType === 'application/pdf';
      return (
        reply
          .header('Cache-Control', 'private, no-store')
          .header('X-Content-Type-Options', 'nosniff')
          // A sandbox would keep the browser from opening its viewer, which runs no script of the page.
          .header(
            'Content-Security-Policy',
            isPdf ? `script-src 'none'; frame-ancestors 'self'` : `default-src 'none'; sandbox`,
          )
          .header('Content-Length', file.size)
          .header('Content-Disposition', `inline; filename="${kind}.${isPdf ? 'pdf' : 'jpg'}"`)
          .type(file.mediaType)
          .send(await files.open(file.storedAs))
      );
    },
  );

  app.post(
    '/applications/:id/restricted',
    { config: { ...seeing, ...allowedForOwnFamily('Reading, which is logged.') }, schema: { params } },
    async (request, reply) =>
      reply.send({ sections: await request.write((tx, actor) => showRestricted(tx, actor, request.params.id)) }),
  );

  app.post('/applications/:id/start', { config: reviewing, schema: { params } }, async (request, reply) => {
    await request.write((tx, actor) => startReview(tx, actor, request.params.id));
    return reply.seeOther(at(request.params.id));
  });

  app.post(
    '/applications/:id/notes',
    { config: { ...reviewing, once: true }, schema: { params, body: AddNote } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        await addNote(tx, actor, request.params.id, request.body);
        return { flash: 'The note was added.', go: at(request.params.id) };
      }),
  );

  app.post(
    '/applications/:id/notes/:applicationNoteId/delete',
    { config: reviewing, schema: { params: z.object({ id, applicationNoteId: id }) } },
    async (request, reply) => {
      const { id: applicationId, applicationNoteId } = request.params;
      await request.write((tx, actor) => deleteNote(tx, actor, applicationId, applicationNoteId));
      return reply.flash('The note was deleted.').seeOther(at(applicationId));
    },
  );

  app.post(
    '/applications/:id/tasks',
    { config: { ...reviewing, once: true }, schema: { params, body: AddTask } },
    async (request, reply) => {
      const origin = await request.publicOrigin().catch(() => null);
      return reply.once(async (tx, actor) => {
        await addTask(tx, actor, request.params.id, request.body, origin);
        return { flash: 'The request was sent. You’ll see here when it’s done.', go: at(request.params.id) };
      });
    },
  );

  app.post(
    '/applications/:id/tasks/:applicationTaskId/close',
    { config: reviewing, schema: { params: z.object({ id, applicationTaskId: id }) } },
    async (request, reply) => {
      const { id: applicationId, applicationTaskId } = request.params;
      await request.write((tx, actor) => closeTask(tx, actor, applicationId, applicationTaskId));
      return reply.flash('The task was closed.').seeOther(at(applicationId));
    },
  );
}

interface Paper {
  storedAs: string;
  size: number;
  mediaType: string;
  name: string;
}

/** A paper of an application; `photo` is the photo. */
async function findPaper(db: Db, actor: Actor, applicationId: number, kind: string): Promise<Paper> {
  const rows = await query<Paper>(db, render)`
    select f.stored_as as "storedAs", f.size, f.media_type as "mediaType", coalesce(p.name, 'photo.jpg') as name
    from applications
    left join application_papers p on p.institution_id = applications.institution_id
      and p.application_id = applications.id and p.kind = ${kind}
    join files f on f.institution_id = applications.institution_id
      and f.id = case when ${kind} = 'photo' then applications.photo_id else p.file_id end
    where ${isVisible(actor)} and applications.id = ${applicationId}`;
  return orNotFound(rows[0], 'paper');
}
