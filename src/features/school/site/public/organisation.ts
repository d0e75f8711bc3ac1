import type { Drawn } from './drawn.ts';

/** The school, for search engines. */
export function organisation({ site, to }: Drawn): object {
  return {
    '@type': 'EducationalOrganization',
    name: site.name,
    url: to.full(to.home),
    ...(site.motto && { slogan: site.motto }),
    ...(site.establishedYear && { foundingDate: String(site.establishedYear) }),
    ...(site.phone && { telephone: site.phone }),
    ...(site.email && { email: site.email }),
    ...(site.logoFileId && { logo: new URL(to.logo(site.logoFileId), to.full('/')).href }),
    ...((site.address || site.city) && {
      address: {
        '@type': 'PostalAddress',
        ...(site.address && { streetAddress: site.address }),
        ...(site.city && { addressLocality: site.city }),
      },
    }),
  };
}
