import { countOf, dateTimeText, money } from '#ui/format.ts';
import { programLabel } from '#features/school/structure/catalogue/program-label.ts';
import type { Fact, SiteIntake } from '../intakes.ts';
import type { OfferedProgram } from '../programs.queries.ts';
import { useDrawn } from './use-drawn.ts';

interface ProgramSectionProps {
  program: OfferedProgram;
  intakes: SiteIntake[];
}

/** A program with what its open intakes offer, and otherwise with what is usual. */
export function ProgramSection({ program, intakes }: ProgramSectionProps) {
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
