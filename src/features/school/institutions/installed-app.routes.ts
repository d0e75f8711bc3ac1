import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { institutions } from '#kernel/identity.schema.ts';
import { institutionOfKey, productKey } from '#kernel/secrets/app-key.ts';
import { NotFound } from '#kernel/errors.ts';
import { findFile } from '#kernel/files.ts';
import { registerCache } from '#kernel/cache-registry.ts';
import { may, type App } from '#web/routes.ts';
import { appIcon, appIcons, type AppIcon } from './app-icon.ts';
import { appManifest, type AppIdentity } from './app-manifest.ts';

const params = z.object({ key: z.string().max(40) });
/** The slug of the site that the app opens. */
const query = z.object({
  start: z
    .string()
    .regex(/^[a-z0-9-]{1,80}$/)
    .optional(),
});
const iconParams = params.extend({ icon: z.enum(Object.keys(appIcons) as [AppIcon, ...AppIcon[]]) });
const product: AppIdentity = {
  key: productKey,
  name: 'Akada',
  shortName: 'Akada',
  accent: '#2B3A8F',
  logoFileId: null,
};
const maxCachedIcons = 40;

/** 9.14: the manifest and icons of the installable app. */
export function installedAppRoutes(app: App): void {
  const { database, files, secret } = app.services;
  const icons = registerCache(new Map<string, Promise<Buffer>>());

  app.get(
    '/app/:key/manifest.webmanifest',
    { config: { ...may('public'), isKept: true }, schema: { params, querystring: query } },
    async (request, reply) => {
      const { identity } = await identityOf(request.params.key);
      return reply
        .header('Cache-Control', 'public, max-age=3600')
        .type('application/manifest+json; charset=utf-8')
        .send(JSON.stringify(appManifest(identity, request.query.start)));
    },
  );

  app.get(
    '/app/:key/:icon',
    { config: { ...may('public'), isKept: true }, schema: { params: iconParams } },
    async (request, reply) => {
      const { key, icon } = request.params;
      const { identity, logoPath } = await identityOf(key);
      return reply
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .type('image/png')
        .send(await iconOf(icon, identity, logoPath));
    },
  );

  async function identityOf(key: string): Promise<{ identity: AppIdentity; logoPath: string | null }> {
    if (key === productKey) return { identity: product, logoPath: null };
    const institutionId = institutionOfKey(secret, key);
    if (institutionId === null) throw new NotFound('page');
    return database.asSystem([institutionId], async (tx) => {
      const [row] = await tx
        .select({
          name: institutions.name,
          shortName: institutions.shortName,
          accent: institutions.accent,
          logoFileId: institutions.logoFileId,
        })
        .from(institutions)
        .where(eq(institutions.id, institutionId));
      if (!row) throw new NotFound('page');
      const logo = row.logoFileId ? await findFile(tx, institutionId, row.logoFileId) : null;
      return { identity: { key, ...row }, logoPath: logo && files.path(logo.storedAs) };
    });
  }

  /** Draws an icon once and caches it; failures are retried. */
  function iconOf(icon: AppIcon, { key, accent, logoFileId }: AppIdentity, logoPath: string | null): Promise<Buffer> {
    const name = `${key} ${icon} ${logoFileId ?? accent}`;
    const known = icons.get(name);
    if (known) return known;
    const drawn = appIcon(icon, accent, logoPath);
    if (icons.size >= maxCachedIcons) icons.delete(icons.keys().next().value!);
    icons.set(name, drawn);
    drawn.catch(() => icons.delete(name));
    return drawn;
  }
}
