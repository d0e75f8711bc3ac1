import type { PropsOfPublic } from '#web/public-pages/public-page.ts';
import { plainText } from './markdown-text.ts';
import { PageTitle } from './parts/page-title.tsx';
import { SiteDocument } from './parts/site-document.tsx';
import { useDrawn } from './parts/use-drawn.ts';
import type { programsPage } from './public.routes.ts';
import { countOf, dateTimeText, money } from '#ui/format.ts';
import { programLabel } from '#features/school/structure/catalogue/program-label.ts';
import type { OfferedProgram, Fact, SiteIntake } from './drawn-pages.ts';

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

/** A program with what its open intakes offer, and otherwise with what is usual. */
function ProgramSection({ program, intakes }: { program: OfferedProgram; intakes: SiteIntake[] }) {
  const { site, to } = useDrawn();
  const open = intakes.filter(({ isOpen }) => isOpen);
  const later = intakes.filter(({ isOpen }) => !isOpen);
  const requiresPin = intakes.length ? intakes.some((intake) => intake.requiresPin) : program.requiresPin;
  const always: Fact[] = [
    { label: 'Code', value: program.code },
    ...(program.classes.length ? [{ label: 'Classes', value: program.classes.join(', ') }] : []),
  ];
  const pin = requiresPin ? [{ label: 'Requirement', value: 'You need a registration pin.' }] : [];
  const id = `program-${program.id}`;
  return (
    <section className="program" id={id} aria-labelledby={`${id}-name`} tabIndex={-1}>
      <h2 id={`${id}-name`}>{programLabel({ ...program, requiresPin })}</h2>
      <Facts facts={[...always, ...(open.length ? [] : usual(program, site.currency)), ...pin]} />
      {open.map((intake) => (
        <div key={intake.session} className="intake">
          <Facts facts={intake.factsFor(site)} />
        </div>
      ))}
      {later.map(({ opensAt, session }) => (
        <p key={session} className="later">
          Applications for {session} open on {dateTimeText(opensAt, site.timeZone)}.
        </p>
      ))}
      {open.length > 0 && (
        <p className="apply">
          <a className="button strong" href={to.apply(program.id)}>
            Apply now<span className="visually-hidden"> for {program.name}</span>
          </a>
        </p>
      )}
    </section>
  );
}

/** What the program asks and offers, where no intake says it. */
const usual = ({ applicationFee, minimumAge, seats }: OfferedProgram, currency: string): Fact[] => [
  ...(minimumAge ? [{ label: 'Age', value: `From ${countOf(minimumAge, 'year')}` }] : []),
  ...(seats ? [{ label: 'Seats', value: String(seats) }] : []),
  { label: 'Application fee', value: applicationFee ? money(applicationFee, currency) : 'None' },
];

const Facts = ({ facts }: { facts: Fact[] }) => (
  <dl>
    {facts.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
