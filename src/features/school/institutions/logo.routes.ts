import { z } from 'zod';
import { allow, membershipIn } from '#kernel/actor.ts';
import { NotFound } from '#kernel/errors.ts';
import { findFile, recordStored } from '#kernel/files.ts';
import { emptyIsNull, id } from '#kernel/schemas.ts';
import { pictureKinds } from '#kernel/uploaded-picture.ts';
import { may, type App } from '#web/routes.ts';
import { receiveFile } from '#web/uploads.ts';
import { logoImage } from './institution-page.queries.ts';
import { logoBytes } from './logo-limit.ts';
import { setLogo } from './set-logo.ts';

const params = z.object({ id });

export function logoRoutes(app: App): void {
  const { files } = app.services;

  // All users of the institution see its logo in the header.
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
        .send(await files.open(file.storedAs));
    },
  );

  app.post(
    '/institutions/:id/logo',
    { config: may('institutions.edit'), schema: { params } },
    async (request, reply) => {
      const institutionId = request.params.id;
      // Checks access before reading the upload.
      allow(request.actor, 'institutions.edit', institutionId);
      if (keepsTheirs(request.body))
        return reply.flash('The logo wasn’t changed.').seeOther(`/institutions/${institutionId}/edit`);
      const { content, fileName, fields } = await receiveFile(request, {
        field: 'logo',
        bytes: logoBytes,
        kinds: pictureKinds,
        fields: z.object({ 'opened[logo]': LogoId }),
      });
      const old = await recordStored(files, [await logoImage(content)], ([stored]) =>
        request.write((tx, actor) =>
          setLogo(tx, actor, institutionId, { ...stored!, name: fileName }, fields['opened[logo]']),
        ),
      );
      if (old) await files.discard(old);
      return reply.flash('The logo was saved.').seeOther(`/institutions/${institutionId}/edit`);
    },
  );

  app.post(
    '/institutions/:id/logo/remove',
    { config: may('institutions.edit'), schema: { params } },
    async (request, reply) => {
      const sent = OpenedLogo.safeParse(request.body);
      const opened = sent.success ? sent.data.opened : { logo: null };
      const old = await request.write((tx, actor) => setLogo(tx, actor, request.params.id, null, opened.logo));
      if (old) await files.discard(old);
      return reply.flash('The logo was removed.').seeOther(`/institutions/${request.params.id}/edit`);
    },
  );
}

const LogoId = emptyIsNull(id).catch(null);
const OpenedLogo = z.object({ opened: z.object({ logo: LogoId }).catch({ logo: null }) });

/** Whether the user chose to keep a logo that someone else uploaded meanwhile: the form then sends no file. */
const keepsTheirs = (body: unknown): boolean => {
  const { success, data } = OpenedLogo.extend({ logo: emptyIsNull(id) }).safeParse(body);
  return success && 'logo' in (body as object) && data.logo === data.opened.logo;
};
