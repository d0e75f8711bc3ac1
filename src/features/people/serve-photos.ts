import { Readable } from 'node:stream';
import { and, eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { allow } from '#kernel/actor.ts';
import { NotFound, Refused, Uncertain } from '#kernel/errors.ts';
import { takeTurns } from '#kernel/export/turns.ts';
import type { Files } from '#kernel/files.ts';
import { id } from '#kernel/schemas.ts';
import { files as fileRows } from '#kernel/tables.ts';
import { may, type App } from '#web/routes.ts';
import type { PersonKind } from './person-kind.ts';
import { photoBytes, photoImages } from './photo-images.ts';
import { photoUrl } from './photo-url.ts';
import { receiveFile, type Received } from './receive-file.ts';
import { dropWaitingPhoto, keepWaitingPhoto, setPhoto, type StoredPhoto } from './set-photo.ts';

const params = z.object({ id });
const uploadsAtOnce = 4;
// Taken when the picture is here whole: who sends slowly keeps nobody waiting. What is here is bounded by arriving-bodies.ts.
const inTurn = takeTurns(uploadsAtOnce);

/** Shows the photos of people of a kind to who may see them, and takes new ones. */
export function photoRoutes(app: App, kind: PersonKind): void {
  const { files } = app.services;
  const { people, table } = kind;
  const holds = { config: may(kind.edit), schema: { params } };

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
          // The address changes with the photo. Kept for this session alone: with another cookie the browser asks again,
          // and signing out empties what it keeps.
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
    // Before the upload is read: nobody else's picture is worth decoding.
    const [person] = await request.read((db, actor) =>
      db
        .select({ institutionId: table.institutionId })
        .from(table)
        .where(and(kind.visibleTo(actor), eq(table.id, request.params.id))),
    );
    if (!person) throw new NotFound(kind.entity);
    allow(request.actor, kind.edit, person.institutionId as number);
    const upload = await received(request);
    return waited(reply, async () => {
      const { photoId, old } = await stored(files, upload, (photo) =>
        request.write((tx, actor) =>
          setPhoto(tx, actor, kind, request.params.id, photo, openedPhoto(upload.fields['opened'])),
        ),
      );
      await discardAll(files, old);
      const shown = { id: request.params.id, photoId };
      return { small: photoUrl(people, shown, 'small'), large: photoUrl(people, shown, 'large') };
    });
  });

  app.post(`/${people}/:id/photo/remove`, holds, async (request, reply) => {
    const opened = openedPhoto((request.body as { opened?: unknown } | undefined)?.opened);
    const { old } = await request.write((tx, actor) => setPhoto(tx, actor, kind, request.params.id, null, opened));
    await discardAll(files, old);
    return reply.send({});
  });

  // Of somebody who has no record yet: the form that makes one takes it over.
  app.post(`/${people}/photo`, { config: may(kind.create) }, async (request, reply) => {
    const upload = await received(request);
    const institutionId = id.safeParse(upload.fields['institutionId']);
    if (!institutionId.success) throw new Refused('institutionId', 'Choose an institution.');
    allow(request.actor, kind.create, institutionId.data);
    return waited(reply, async () => {
      const waiting = await stored(files, upload, (photo) =>
        request.write((tx, actor) => keepWaitingPhoto(tx, actor, kind, institutionId.data, photo)),
      );
      return { waiting };
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

/** The id of the photo that the sender saw; null for none, and where the sender does not say. */
const openedPhoto = (said: unknown): number | null =>
  id
    .nullable()
    .catch(null)
    .parse(said === '' || said === undefined ? null : said);

const received = (request: FastifyRequest) =>
  receiveFile(request, { field: 'photo', bytes: photoBytes, none: 'Choose a photo.' });

/** Answers when it is the request's turn; who left meanwhile gets nothing. */
async function waited(reply: FastifyReply, work: () => Promise<object>) {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const answer = await inTurn(gone.signal, work).catch((error: unknown) => {
    if (!gone.signal.aborted) throw error;
  });
  return answer ? reply.send(answer) : reply.hijack();
}

/** Stores both sizes, then writes them down; leaves no file behind when that is refused. */
async function stored<T>(files: Files, { content }: Received, write: (photo: StoredPhoto) => Promise<T>): Promise<T> {
  const images = await photoImages(content);
  const limit = { bytes: photoBytes, field: 'photo' };
  const large = await files.store(Readable.from([images.large]), limit);
  const photo = { large, small: large };
  try {
    photo.small = await files.store(Readable.from([images.small]), limit);
    return await write(photo);
  } catch (error) {
    // Perhaps it is the photo now: better a file too many than one too few.
    if (!(error instanceof Uncertain)) await discardAll(files, [photo.large.storedAs, photo.small.storedAs]);
    throw error;
  }
}

export const discardAll = async (files: Files, storedAs: string[]): Promise<void> =>
  void (await Promise.all(storedAs.map((one) => files.discard(one))));
