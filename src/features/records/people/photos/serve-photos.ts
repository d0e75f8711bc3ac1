import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { allow } from '#kernel/actor.ts';
import { NotFound } from '#kernel/errors.ts';
import { takeTurns } from '#kernel/export/turns.ts';
import { discardAll, recordStored, type Files } from '#kernel/files.ts';
import { emptyIsNull, id } from '#kernel/schemas.ts';
import { files as fileRows } from '#kernel/tables.ts';
import { pictureKinds } from '#kernel/uploaded-picture.ts';
import { may, type App } from '#web/routes.ts';
import { answerInTurn, receiveFile } from '#web/uploads.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { photoBytes, photoImages } from './photo-images.ts';
import { photoUrl } from './photo-url.ts';
import { dropWaitingPhoto, keepWaitingPhoto, setPhoto, type StoredPhoto } from './set-photo.ts';

const params = z.object({ id });
const uploadsAtOnce = 4;
// Taken once the picture is complete, so that a slow upload doesn't block others. arriving-bodies.ts limits their number.
const inTurn = takeTurns(uploadsAtOnce);

/** Routes to view and upload photos of a kind of person. */
export function photoRoutes(app: App, kind: PersonKind): void {
  const { files } = app.services;
  const { people, table } = kind;
  const config = { ...may(kind.edit), ...allowedForOwnFamily('A picture of the person.') };
  const holds = { config, schema: { params } };

  for (const size of ['small', 'large'] as const) {
    const column = size === 'small' ? table.photoSmallId : table.photoId;
    app.get(
      `/${people}/:id/photo/${size}`,
      { config: { ...may(...kind.sees), isKept: true }, schema: { params } },
      async (request, reply) => {
        const [file] = await request.read((db, actor) =>
          db
            .select({ storedAs: fileRows.storedAs, size: fileRows.size, sha256: fileRows.sha256 })
            .from(table)
            .innerJoin(fileRows, and(eq(fileRows.institutionId, table.institutionId), eq(fileRows.id, column)))
            .where(and(kind.visibleTo(actor), eq(table.id, request.params.id))),
        );
        if (!file) throw new NotFound('photo');
        const tag = `"${file.sha256.slice(0, 32)}"`;
        void reply
          // The address changes with the photo. Cached for this session only: another cookie misses the cache,
          // and signing out clears it.
          .header('Cache-Control', 'private, max-age=86400')
          .header('Vary', 'Cookie')
          .header('ETag', tag)
          .header('X-Content-Type-Options', 'nosniff')
          .header('Content-Security-Policy', `default-src 'none'; sandbox`);
        if (request.headers['if-none-match'] === tag) return reply.code(304).send();
        return reply.header('Content-Length', file.size).type('image/jpeg').send(files.open(file.storedAs));
      },
    );
  }

  app.post(`/${people}/:id/photo`, holds, async (request, reply) => {
    // Checked before the upload is read, so that other users' pictures are never decoded.
    const [person] = await request.read((db, actor) =>
      db
        .select({ institutionId: table.institutionId })
        .from(table)
        .where(and(kind.visibleTo(actor), eq(table.id, request.params.id))),
    );
    if (!person) throw new NotFound(kind.entity);
    allow(request.actor, kind.edit, person.institutionId as number);
    const { content, fields } = await receivePhoto(request, z.object({ opened: PhotoId }));
    return answerInTurn(reply, inTurn, async () => {
      const { photoId, old } = await recordPhoto(files, content, (photo) =>
        request.write((tx, actor) => setPhoto(tx, actor, kind, request.params.id, photo, fields.opened)),
      );
      await discardAll(files, old);
      const shown = { id: request.params.id, photoId };
      return reply.send({ small: photoUrl(people, shown, 'small'), large: photoUrl(people, shown, 'large') });
    });
  });

  app.post(`/${people}/:id/photo/remove`, holds, async (request, reply) => {
    const opened = PhotoId.parse((request.body as { opened?: unknown } | undefined)?.opened);
    const { old } = await request.write((tx, actor) => setPhoto(tx, actor, kind, request.params.id, null, opened));
    await discardAll(files, old);
    return reply.send({});
  });

  // For a person without a record yet: adding the record attaches the photo.
  app.post(`/${people}/photo`, { config: may(kind.create) }, async (request, reply) => {
    const { content, fields } = await receivePhoto(request, z.object({ institutionId: chosenInstitution }));
    const { institutionId } = fields;
    allow(request.actor, kind.create, institutionId);
    return answerInTurn(reply, inTurn, async () => {
      const waiting = await recordPhoto(files, content, (photo) =>
        request.write((tx, actor) => keepWaitingPhoto(tx, actor, kind, institutionId, photo)),
      );
      return reply.send({ waiting });
    });
  });

  const Dropped = z.object({ institutionId: id, waiting: id });
  app.post(
    `/${people}/photo/remove`,
    { config: may(kind.create), schema: { body: Dropped } },
    async (request, reply) => {
      const { institutionId, waiting } = request.body;
      const old = await request.write((tx, actor) => {
        allow(actor, kind.create, institutionId);
        return dropWaitingPhoto(tx, actor, institutionId, waiting);
      });
      await discardAll(files, old);
      return reply.send({});
    },
  );
}

/** The photo that the user saw; null if none, or not sent. */
const PhotoId = emptyIsNull(id).catch(null);
const chosenInstitution = z.coerce.number('Choose an institution.').int().positive('Choose an institution.');

const receivePhoto = <Fields extends z.ZodObject>(request: FastifyRequest, fields: Fields) =>
  receiveFile(request, { field: 'photo', bytes: photoBytes, kinds: pictureKinds, fields });

/** Stores both sizes, then runs the work that records them. */
async function recordPhoto<T>(files: Files, content: Buffer, work: (photo: StoredPhoto) => Promise<T>): Promise<T> {
  const { large, small } = await photoImages(content);
  return recordStored(files, [large, small], ([first, second]) => work({ large: first!, small: second! }));
}
