import { PageTitle } from './parts/page-title.tsx';
import { SearchForm } from './parts/icon.tsx';
import { SiteDocument } from './parts/site-document.tsx';
import { useDrawn } from './parts/use-drawn.ts';

export default function Lost() {
  const { site, to } = useDrawn();
  return (
    <SiteDocument title="Not found" description={`This page does not exist on the site of ${site.name}.`} path={null}>
      <PageTitle>Page not found</PageTitle>
      <div className="wide text-page">
        <p className="lead">
          The address may be misspelt, or the page may have moved. Search for it, or go to the{' '}
          <a href={to.home}>home page</a>.
        </p>
        <SearchForm id="page-search" />
      </div>
    </SiteDocument>
  );
}
