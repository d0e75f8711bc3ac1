import { appIcons, type AppIcon } from './app-icon.ts';

/** The name and look of an installed app, also while it starts. */
export interface AppIdentity {
  key: string;
  name: string;
  shortName: string;
  accent: string;
  logoFileId: number | null;
}

/** The address of an icon. It changes with the icon, since browsers cache it for a year. */
export const iconAddress = ({ key, accent, logoFileId }: Omit<AppIdentity, 'name' | 'shortName'>, icon: AppIcon) =>
  `/app/${key}/${icon}?v=${logoFileId ?? accent.slice(1)}`;

/** W3C web app manifest (https://www.w3.org/TR/appmanifest/). */
export const appManifest = (identity: AppIdentity, site?: string) => ({
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
