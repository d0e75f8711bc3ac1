import type { PropsOfPublic } from '#web/public-pages/public-page.ts';
import { plainText } from './markdown-text.ts';
import { PageTitle } from './parts/page-title.tsx';
import { ProgramSection } from './parts/program-section.tsx';
import { SiteDocument } from './parts/site-document.tsx';
import { useDrawn } from './parts/use-drawn.ts';
import type { programsPage } from './public.pages.ts';

/** The programs of a school. */
export default function Programs({ programs, intakes }: PropsOfPublic<typeof programsPage>) {
  const { site, to } = useDrawn();
  const names = plainText(programs.map(({ name }) => name).join(', '), 120) || 'our programmes';
  return (
    <SiteDocument title="Programmes" description={`Programmes at ${site.name}: ${names}.`} path={to.programs()}>
      <PageTitle>Programmes</PageTitle>
      <div className="wide text-page">
        {programs.length > 3 && (
          <nav className="chips" aria-label="Programmes">
            <ul>
              {programs.map(({ id, name }) => (
                <li key={id}>
                  <a href={`#program-${id}`}>{name}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {programs.map((program) => {
          const own = intakes.filter(({ programId }) => programId === program.id);
          return <ProgramSection key={program.id} program={program} intakes={own} />;
        })}
        {!programs.length && <p className="nothing">No programmes are open for applications.</p>}
      </div>
    </SiteDocument>
  );
}
