import type { Visit } from '#features/site/public/react-pages.ts';

/** The same page at the product's own address, if this is a host of the site: payments are taken only there. */
export const atProduct = ({ place }: Pick<Visit, 'place'>, path: string): string | null =>
  place.app ? `${place.app}${path}` : null;
