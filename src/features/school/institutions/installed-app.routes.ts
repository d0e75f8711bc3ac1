import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { institutions } from '#kernel/identity.schema.ts';
import { institutionOfKey, productKey } from '#kernel/secrets/app-key.ts';
import { NotFound } from '#kernel/errors.ts';
import { findFile } from '#kernel/files.ts';
import { registerCache } from '#kernel/cache-registry.ts';
import { may, type App } from '#web/routes.ts';
import { readFile } from 'node:fs/promises';
import { pick } from '#kernel/database.ts';

/** Icon sizes for phones, desktops and bookmarks; maskable icons are cropped to the phone's shape. */
const appIcons = {
  'icon-48.png': { size: 48, isMaskable: false },
  'icon-180.png': { size: 180, isMaskable: true },
  'icon-192.png': { size: 192, isMaskable: false },
  'icon-512.png': { size: 512, isMaskable: false },
  'maskable-512.png': { size: 512, isMaskable: true },
} as const;

type AppIcon = keyof typeof appIcons;

/** Draws the institution's logo on white or, without a logo, the product's mark on the institution's colour. */
async function appIcon(icon: AppIcon, accent: string, logoPath: string | null): Promise<Buffer> {
  // Loaded on first use, because the image library needs much memory.
  const { Transformer } = await import('@napi-rs/image');
  const { size, isMaskable } = appIcons[icon];
  const radius = isMaskable ? 0 : 14;
  const ground = `<rect width="64" height="64" rx="${radius}" fill="${logoPath ? '#ffffff' : accent}"/>`;
  const drawing = logoPath
    ? logoIn(isMaskable ? 40 : 56, await new Transformer(await readFile(logoPath)).png())
    : mark(isMaskable ? 0.8 : 1);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">${ground}${drawing}</svg>`;
  // Rendering scales small drawings up to 1,000 pixels and more.
  return Transformer.fromSvg(svg).resize({ width: size, height: size }).png();
}

const logoIn = (side: number, png: Buffer) =>
  `<image x="${32 - side / 2}" y="${32 - side / 2}" width="${side}" height="${side}" href="data:image/png;base64,${png.toString('base64')}"/>`;

/** The mark of src/ui/adire.tsx, drawn on 24 × 24. */
const mark = (scale: number) =>
  `<g transform="translate(32 32) scale(${(64 / 24) * scale}) translate(-12 -12)" fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round"><circle cx="12" cy="12" r="7" stroke-dasharray="0.1 3.56" stroke-width="2"/><path d="M12 15.2a3.2 3.2 0 1 1 3.2-3.2"/><circle cx="12" cy="12" r="1.3" fill="#e3b341" stroke="none"/></g>`;

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
        .select(pick(institutions, 'name', 'shortName', 'accent', 'logoFileId'))
        .from(institutions)
        .where(eq(institutions.id, institutionId));
      if (!row) throw new NotFound('page');
      const logo = row.logoFileId ? await findFile(tx, institutionId, row.logoFileId) : null;
      return { identity: { key, ...row }, logoPath: logo && (await files.local(logo.storedAs)) };
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

/** The name and look of an installed app, also while it starts. */
interface AppIdentity {
  key: string;
  name: string;
  shortName: string;
  accent: string;
  logoFileId: number | null;
}

/** The address of an icon. It changes with the icon, since browsers cache it for a year. */
const iconAddress = ({ key, accent, logoFileId }: Omit<AppIdentity, 'name' | 'shortName'>, icon: AppIcon) =>
  `/app/${key}/${icon}?v=${logoFileId ?? accent.slice(1)}`;

/** W3C web app manifest (https://www.w3.org/TR/appmanifest/). */
const appManifest = (identity: AppIdentity, site?: string) => ({
  id: `/app/${identity.key}`,
  name: identity.name,
  short_name: identity.shortName,
  description: 'Students, classes, results and fees of your school.',
  lang: 'en',
  start_url: site ? `/sites/${site}` : '/',
  scope: '/',
  display: 'standalone',
  theme_color: identity.accent,
  background_color: '#faf8f4',
  categories: ['education'],
  icons: (['icon-192.png', 'icon-512.png', 'maskable-512.png'] as const).map((icon) => ({
    src: iconAddress(identity, icon),
    sizes: `${appIcons[icon].size}x${appIcons[icon].size}`,
    type: 'image/png',
    purpose: appIcons[icon].isMaskable ? 'maskable' : 'any',
  })),
});
