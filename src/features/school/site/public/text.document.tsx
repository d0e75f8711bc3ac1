import type { PropsOfPublic } from '#web/public-pages/public-page.ts';
import { Trusted } from '#web/public-pages/trusted.tsx';
import { plainText } from './markdown-text.ts';
import { PageTitle } from './parts/page-title.tsx';
import { SiteDocument } from './parts/site-document.tsx';
import { useDrawn } from './parts/use-drawn.ts';
import type { textPage } from './public.routes.ts';

/** A page that the school wrote. */
export default function Text({ page, text }: PropsOfPublic<typeof textPage>) {
  const { site, to } = useDrawn();
  return (
    <SiteDocument
      title={page.title}
      description={plainText(page.body, 160) || `${page.title} at ${site.name}.`}
      path={to.page(page.slug)}
      notice={page.isPublished ? null : 'this page is not published'}
    >
      <article>
        <PageTitle>{page.title}</PageTitle>
        <Trusted className="wide text-page prose" html={text} />
      </article>
    </SiteDocument>
  );
}
