import { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import { z } from 'zod';
import { allow, membershipIn } from '#kernel/actor.ts';
import { NotFound, Refused, Uncertain } from '#kernel/errors.ts';
import { findFile } from '#kernel/files.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { logoImage } from './logo-image.ts';
import { logoBytes } from './logo-limit.ts';
import { setLogo } from './set-logo.ts';

const params = z.object({ id });

export function logoRoutes(app: App): void {
  const { files } = app.services;

  // Whoever belongs to the institution sees its logo in the header.
  app.get(
    '/institutions/:id/logo',
    { config: { ...may('signedIn'), isKept: true }, schema: { params } },
    async (request, reply) => {
      const institutionId = request.params.id;
      const file = await request.read(async (db, actor) => {
        const logoFileId = membershipIn(actor, institutionId)?.logoFileId;
        if (!logoFileId) throw new NotFound('logo');
        return findFile(db, institutionId, logoFileId);
      });
      return reply
        .header('Cache-Control', 'private, max-age=604800')
        .header('Content-Length', file.size)
        .type('image/webp')
        .send(files.open(file.storedAs));
    },
  );

  app.post(
    '/institutions/:id/logo',
    { config: may('institutions.edit'), schema: { params } },
    async (request, reply) => {
      const institutionId = request.params.id;
      // Before the upload is read: nobody else's picture is worth decoding.
      allow(request.actor, 'institutions.edit', institutionId);
      const upload = request.isMultipart() ? await request.file({ limits: { fileSize: logoBytes } }) : undefined;
      const image = await logoImage(await contentOf(upload));
      const stored = await files.store(Readable.from([image]), { bytes: logoBytes, field: 'logo' });
      const old = await request
        .write((tx, actor) => setLogo(tx, actor, institutionId, { ...stored, name: upload!.filename }))
        .catch(async (error: unknown) => {
          // Perhaps it is the logo now: better a file too many than one too few.
          if (!(error instanceof Uncertain)) await files.discard(stored.storedAs);
          throw error;
        });
      if (old) await files.discard(old);
      return reply.flash('The logo is changed.').go(`/institutions/${institutionId}/edit`);
    },
  );

  app.post(
    '/institutions/:id/logo/remove',
    { config: may('institutions.edit'), schema: { params } },
    async (request, reply) => {
      const old = await request.write((tx, actor) => setLogo(tx, actor, request.params.id, null));
      if (old) await files.discard(old);
      return reply.flash('The logo is removed.').go(`/institutions/${request.params.id}/edit`);
    },
  );
}

async function contentOf(upload: MultipartFile | undefined): Promise<Buffer> {
  if (!upload || upload.fieldname !== 'logo') throw new Refused('logo', 'Choose a picture.');
  const content = await upload.toBuffer().catch((error: { code?: string }) => {
    if (error.code !== 'FST_REQ_FILE_TOO_LARGE') throw error;
    throw new Refused('logo', 'The picture is larger than 4 MB. Make it smaller, then upload it again.');
  });
  if (content.length === 0) throw new Refused('logo', 'This file is empty. Choose a picture.');
  return content;
}
