import type { PropsOfPublic } from '#web/public-pages/public-page.ts';
import { Hero } from './parts/hero.tsx';
import { Features, Programs, Sisters, Testimonials } from './parts/home-sections.tsx';
import { NewsAndLife } from './parts/news-sections.tsx';
import { SiteDocument } from './parts/site-document.tsx';
import { useDrawn } from './parts/use-drawn.ts';
import { fileOf } from './picture-files.ts';
import type { homePage } from './public.pages.ts';
import type { Drawn } from './drawn.ts';

/** The home page of a school: a slider next to the sign-in form, then the other lists. */
export default function Home(content: PropsOfPublic<typeof homePage>) {
  const drawn = useDrawn();
  const { site, to } = drawn;
  const first = content.slider.find(({ picture }) => picture)?.picture;
  return (
    <SiteDocument
      title={null}
      description={site.intro ?? site.headline ?? site.motto ?? `The home page of ${site.name}.`}
      path={to.home}
      picture={first && fileOf(first)}
      facts={organisation(drawn)}
    >
      <Hero {...content} />
      <Features {...content} />
      <NewsAndLife {...content} />
      <Programs {...content} />
      <Testimonials {...content} />
      <Sisters {...content} />
    </SiteDocument>
  );
}

/** The school, for search engines. */
function organisation({ site, to }: Drawn): object {
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
