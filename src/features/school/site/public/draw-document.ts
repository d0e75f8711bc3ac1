import { appTags } from '#kernel/app-tags.ts';
import type { PublicPage } from '#web/public-pages/public-page.ts';
import type { Services } from '#web/routes.ts';
import type { Drawn, SiteParts } from './drawn.ts';

/** A page with its props. */
export interface Drawing {
  name: string;
  props: object;
}

export const drawing = <Props extends object>({ name }: PublicPage<Props>, props: Props): Drawing => ({ name, props });

/** A whole document of a site. It holds nothing personal; personal data is fetched on demand. */
export async function drawDocument(
  { assets, secret }: Pick<Services, 'assets' | 'secret'>,
  drawn: Drawn,
  { name, props }: Drawing,
  files: Pick<SiteParts, 'styles' | 'scripts' | 'preloads'>,
): Promise<string> {
  const { place, site } = drawn;
  const app = appTags(secret, { id: place.institutionId, ...site }, place.isFront ? '' : site.slug);
  const draw = await assets.documentOf(name);
  const parts: SiteParts = { ...drawn, ...files, app, csrf: '', now: new Date() };
  return draw(props, parts);
}
