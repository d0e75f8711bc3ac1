import type { PropsOfPublic } from '#web/public-pages/public-page.ts';
import { PageTitle } from './parts/page-title.tsx';
import { SiteDocument } from './parts/site-document.tsx';
import type { aroundPage } from './public.routes.ts';

/** The document around a page that is drawn for each visitor (`*.public.tsx`). */
export default function Around({ heading: { above, ...described }, marker }: PropsOfPublic<typeof aroundPage>) {
  return (
    <SiteDocument {...described}>
      <PageTitle above={above}>{described.title}</PageTitle>
      {marker}
    </SiteDocument>
  );
}
