import { z } from 'zod';
import { allow } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { NotFound } from '#kernel/errors.ts';
import { findFile, keepFile, recordStored } from '#kernel/files.ts';
import { id } from '#kernel/schemas.ts';
import { pictureKinds } from '#kernel/uploaded-picture.ts';
import { logoImage } from '#features/school/institutions/institution-page.queries.ts';
import { may, type App } from '#web/routes.ts';
import { receiveFile } from '#web/uploads.ts';
import { picturePurpose } from './designs.queries.ts';

const config = may('assessment.edit');
const pictureBytes = 4 * 1_048_576;

/** Signatures and stamps for the design of report cards. */
export function pictureRoutes(app: App): void {
  const { files } = app.services;

  app.post(
    '/institutions/:id/card-pictures',
    { config, schema: { params: z.object({ id }) } },
    async (request, reply) => {
      const institutionId = request.params.id;
      // Checked before the upload is read.
      allow(request.actor, 'assessment.edit', institutionId);
      const { content, fileName } = await receiveFile(request, {
        field: 'picture',
        bytes: pictureBytes,
        kinds: pictureKinds,
      });
      const fileId = await recordStored(files, [await logoImage(content)], ([stored]) =>
        request.write(async (tx, actor) => {
          allow(actor, 'assessment.edit', institutionId);
          const kept = { ...stored!, purpose: picturePurpose, name: fileName, mediaType: 'image/webp' };
          const made = await keepFile(tx, actor, institutionId, kept);
          await record(tx, actor, 'results.addCardPicture', {
            institutionId,
            summary: 'uploaded a picture for report cards',
            details: { fileId: made },
          });
          return made;
        }),
      );
      return reply.send({ id: fileId });
    },
  );

  app.get(
    '/institutions/:id/card-pictures/:fileId',
    { config, schema: { params: z.object({ id, fileId: id }) } },
    async (request, reply) => {
      const { id: institutionId, fileId } = request.params;
      const file = await request.read(async (db, actor) => {
        allow(actor, 'assessment.edit', institutionId);
        return findFile(db, institutionId, fileId);
      });
      if (file.purpose !== picturePurpose) throw new NotFound('picture');
      return reply
        .header('Cache-Control', 'private, max-age=604800')
        .header('Content-Length', file.size)
        .type('image/webp')
        .send(await files.open(file.storedAs));
    },
  );
}
