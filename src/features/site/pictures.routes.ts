import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { allow } from '#kernel/actor.ts';
import { clipped } from '#kernel/clipped.ts';
import { Refused, Uncertain } from '#kernel/errors.ts';
import { takeTurns } from '#kernel/export/turns.ts';
import { openedOf } from '#kernel/edit.ts';
import { id, said } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { deletePicture } from './delete-picture.ts';
import { alt, editPicture, EditPicture } from './edit-picture.ts';
import { encodePicture } from './encode-picture.ts';
import { discardAll, keepPicture, storePicture } from './keep-picture.ts';
import { findPicture, listPictures, type ChosenPicture } from './pictures.queries.ts';
import { receivePicture } from './receive-picture.ts';
import { chooseInstitution, listOf } from './site-in-view.ts';
import { pictureForm, pictureList } from './site.pages.ts';
import { View } from './view.ts';

const config = may('site.edit');
const params = z.object({ id });
const Library = View.extend({ before: said(id) });
const uploadsAtOnce = 4;
const NewPicture = z.object({ institutionId: id, alt });

/** The library of pictures, and where a form chooses from it. */
export function pictureRoutes(app: App): void {
  const { files } = app.services;
  // Taken when the picture is here whole: who sends slowly keeps nobody waiting.
  const inTurn = takeTurns(uploadsAtOnce);

  app.get('/site/pictures', { config, schema: { querystring: Library } }, async (request, reply) => {
    const { institution_id: wanted, before } = request.query;
    const { rows, next } = await request.read((db, actor) => listPictures(db, actor, { wanted, before }));
    const here = { ...(wanted ? { institution_id: String(wanted) } : {}), before: String(next) };
    return reply.page(pictureList, {
      ...chooseInstitution(request.actor, wanted),
      rows,
      next: next === null ? null : `/site/pictures?${new URLSearchParams(here)}`,
    });
  });

  app.get('/site/pictures/choices', { config, schema: { querystring: Library } }, async (request, reply) => {
    const { institution_id: wanted, before } = request.query;
    return reply.send(await request.read((db, actor) => listPictures(db, actor, { wanted, before })));
  });

  app.get('/site/pictures/:id/edit', { config, schema: { params } }, async (request, reply) => {
    const picture = await request.read((db, actor) => findPicture(db, actor, request.params.id));
    return reply.page(pictureForm, { picture, opened: openedOf(EditPicture, picture) });
  });

  app.post('/site/pictures', { config }, async (request, reply) => {
    const received = await receivePicture(request);
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const added = await inTurn(gone.signal, () => addPicture(request, received)).catch((error: unknown) => {
      if (!gone.signal.aborted) throw error;
    });
    // Who waited has left.
    if (!added) return reply.hijack();
    const { picture, institutionId } = added;
    if (!request.headers['x-inertia']) return reply.send({ picture });
    return reply.flash('The picture is in the library.').go(listOf(request.actor, '/site/pictures', institutionId));
  });

  async function addPicture(
    request: FastifyRequest,
    { fields, content, fileName }: Awaited<ReturnType<typeof receivePicture>>,
  ): Promise<{ picture: ChosenPicture; institutionId: number }> {
    const { institutionId, alt: words } = checked(fields);
    // Before it is decoded: nobody else's picture is worth the work.
    allow(request.actor, 'site.edit', institutionId);
    const encoded = await encodePicture(content);
    const stored = await storePicture(files, encoded);
    const kept = { name: nameOf(fileName), alt: words, encoded, stored };
    try {
      const { id: pictureId, token } = await request.write((tx, actor) => keepPicture(tx, actor, institutionId, kept));
      const picture = { id: pictureId, token, alt: words, width: encoded.width, height: encoded.height };
      return { picture, institutionId };
    } catch (error) {
      // Perhaps it is in the library now: better a file too many than one too few.
      if (!(error instanceof Uncertain)) await discardAll(files, stored);
      throw error;
    }
  }

  app.post('/site/pictures/:id', { config, schema: { params, body: EditPicture } }, async (request, reply) => {
    await request.write((tx, actor) => editPicture(tx, actor, request.params.id, request.body));
    return reply.flash('The picture is saved.').go('/site/pictures');
  });

  app.post('/site/pictures/:id/delete', { config, schema: { params } }, async (request, reply) => {
    const gone = await request.write((tx, actor) => deletePicture(tx, actor, request.params.id));
    await discardAll(
      files,
      gone.storedAs.map((storedAs) => ({ storedAs })),
    );
    return reply.flash(`The picture ${gone.name} is deleted.`).go('/site/pictures');
  });
}

function checked(fields: Record<string, unknown>) {
  const { data, error } = NewPicture.safeParse(fields);
  if (data) return data;
  const errors = Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]));
  const [field, message] = Object.entries(errors)[0]!;
  throw new Refused(field, message, errors);
}

/** What the library calls a picture: its file's name without the folder and the end. */
const nameOf = (fileName: string) =>
  clipped(
    fileName
      .replace(/^.*[/\\]/, '')
      .replace(/\.\w+$/, '')
      .replace(/[\p{Cc}\p{Cf}]/gu, ''),
    200,
  ) || 'Picture';
