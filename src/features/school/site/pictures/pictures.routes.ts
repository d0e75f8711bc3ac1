import { z } from 'zod';
import { allow } from '#kernel/actor.ts';
import { takeTurns } from '#kernel/export/turns.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { discardAll, fileStem, recordStored } from '#kernel/files.ts';
import { id } from '#kernel/schemas.ts';
import { pictureKinds } from '#kernel/uploaded-picture.ts';
import { may, type App } from '#web/routes.ts';
import { answerInTurn, receiveFile } from '#web/uploads.ts';
import { deletePicture, alt, editPicture, EditPicture, addPicture } from './change-pictures.ts';
import { encodePicture, pictureBytes } from './encode-picture.ts';
import { findPicture, pictureList } from './pictures.queries.ts';
import { chooseInstitution, listOf } from '../edit-site.ts';
import { pictureForm, pictureListPage } from '../site.pages.ts';

const config = may('site.edit');
const params = z.object({ id });
const uploadsAtOnce = 4;
const NewPicture = z.object({ institutionId: id, alt });

/** The picture library and the picture chooser of forms. */
export function pictureRoutes(app: App): void {
  const { files } = app.services;
  // Queued after the upload is complete, so that slow uploads block nobody.
  const inTurn = takeTurns(uploadsAtOnce);

  const schema = { querystring: pictureList.Filter };
  app.get('/site/pictures', { config, schema }, async (request, reply) =>
    reply.page(
      pictureListPage,
      await pictureList.props(request, (_, actor) => chooseInstitution(actor, request.query.institution_id)),
    ),
  );

  app.get('/site/pictures/choices', { config, schema }, async (request, reply) => {
    const { rows, after } = await request.read((db, actor) => pictureList.readPage(db, actor, request.query));
    return reply.send({ rows, next: after });
  });

  app.get('/site/pictures/:id/edit', { config, schema: { params } }, async (request, reply) => {
    const picture = await request.read((db, actor) => findPicture(db, actor, request.params.id));
    return reply.page(pictureForm, { picture, opened: openedOf(EditPicture, picture) });
  });

  app.post('/site/pictures', { config }, async (request, reply) => {
    const { fields, content, fileName } = await receiveFile(request, {
      field: 'picture',
      bytes: pictureBytes,
      kinds: pictureKinds,
      fields: NewPicture,
    });
    const { institutionId, alt: words } = fields;
    // Checked before decoding, which is expensive.
    allow(request.actor, 'site.edit', institutionId);
    return answerInTurn(reply, inTurn, async () => {
      const encoded = await encodePicture(content);
      const contents = encoded.sizes.map((size) => size.content);
      const name = fileStem(fileName, 200) || 'Picture';
      const added = await recordStored(files, contents, (stored) =>
        request.write((tx, actor) => addPicture(tx, actor, institutionId, { name, alt: words, encoded, stored })),
      );
      const picture = { ...added, alt: words, width: encoded.width, height: encoded.height };
      if (!request.headers['x-inertia']) return reply.send({ picture });
      return reply.flash('The picture was added.').seeOther(listOf(request.actor, '/site/pictures', institutionId));
    });
  });

  app.post('/site/pictures/:id', { config, schema: { params, body: EditPicture } }, async (request, reply) => {
    await request.write((tx, actor) => editPicture(tx, actor, request.params.id, request.body));
    return reply.flash('The picture was saved.').seeOther('/site/pictures');
  });

  app.post('/site/pictures/:id/delete', { config, schema: { params } }, async (request, reply) => {
    const gone = await request.write((tx, actor) => deletePicture(tx, actor, request.params.id));
    await discardAll(files, gone.storedAs);
    return reply.flash(`The picture ${gone.name} was deleted.`).seeOther('/site/pictures');
  });
}
