import { hasKey } from '#kernel/database.ts';
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
import { pictureKinds, redraw } from '#kernel/uploaded-picture.ts';
import { may, type App } from '#web/routes.ts';
import { answerInTurn, receiveFile } from '#web/uploads.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { photoUrl } from './photo-url.ts';
import { dropWaitingPhoto, keepWaitingPhoto, setPhoto, type StoredPhoto } from './set-photo.ts';
import type { Transformer } from '@napi-rs/image';

/** The largest upload: a phone's photo. The form sends a resized one, a twentieth of that. */
const photoBytes = 12 * 1_048_576;

interface Format {
  width: number;
  height: number;
  bytes: number;
}
/** The sizes for cards and prints, and for lists. */
const large: Format = { width: 600, height: 750, bytes: 60 * 1024 };
const small: Format = { width: 160, height: 200, bytes: 8 * 1024 };
/** JPEG qualities to try, best first: a noisy picture is large at any quality. */
const qualities = [84, 74, 64, 54, 44, 34, 24, 14];

interface PhotoImages {
  large: Buffer;
  small: Buffer;
}

/**
 * Converts an upload to two JPEGs, upright and cropped to 4:5 from the middle. Refuses everything but PNG, JPEG and WebP.
 * JPEG because photos are also printed. Metadata, such as the location, is removed.
 */
export const photoImages = (upload: Buffer): Promise<PhotoImages> => redraw(upload, 'photo', () => encode(upload));

async function encode(upload: Buffer): Promise<PhotoImages> {
  // The library is loaded on the first upload, not at every start.
  const { CompressionType, Transformer } = await import('@napi-rs/image');
  const draw = (content: Buffer) => new Transformer(content);
  const original = draw(upload).rotate();
  const { width, height } = await original.metadata();
  const box = largestInside(width, height);
  const cut = await cutTo(original, { width, height }, box).png({ compressionType: CompressionType.Fast });
  // JPEG has no transparency, so transparent areas become white.
  const flat = (picture: Buffer, size: Pick<Format, 'width' | 'height'>) =>
    Transformer.fromRgbaPixels(Buffer.alloc(size.width * size.height * 4, 255), size.width, size.height).overlay(
      picture,
      0,
      0,
    );
  const thumbBox = box.width > small.width ? small : box;
  const thumb =
    thumbBox === box ? cut : await cutTo(draw(cut), box, small).png({ compressionType: CompressionType.Fast });
  return {
    large: await fitting((quality) => flat(cut, box).jpeg(quality), large.bytes),
    small: await fitting((quality) => flat(thumb, thumbBox).jpeg(quality), small.bytes),
  };
}

/** The largest 4:5 area of the picture, never enlarged. */
function largestInside(width: number, height: number): Pick<Format, 'width' | 'height'> {
  const across = Math.max(1, Math.min(large.width, width, Math.floor((height * 4) / 5)));
  return { width: across, height: Math.max(1, Math.min(height, Math.round((across * 5) / 4))) };
}

/** The library always scales before it crops. */
function cutTo(image: Transformer, from: { width: number; height: number }, to: { width: number; height: number }) {
  const scale = Math.max(to.width / from.width, to.height / from.height);
  const width = Math.max(to.width, Math.round(from.width * scale));
  const height = Math.max(to.height, Math.round(from.height * scale));
  const scaled = width === from.width && height === from.height ? image : image.resize({ width, height, fit: 1 });
  return scaled.crop(Math.floor((width - to.width) / 2), Math.floor((height - to.height) / 2), to.width, to.height);
}

/** Encodes in the best quality within the size limit, or else in the lowest. */
async function fitting(encoded: (quality: number) => Promise<Buffer>, bytes: number): Promise<Buffer> {
  let smallest: Buffer | undefined;
  for (const quality of qualities) {
    smallest = await encoded(quality);
    if (smallest.length <= bytes) break;
  }
  return smallest!;
}

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
            .innerJoin(fileRows, hasKey(fileRows, table.institutionId, column))
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
        return reply
          .header('Content-Length', file.size)
          .type('image/jpeg')
          .send(await files.open(file.storedAs));
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
