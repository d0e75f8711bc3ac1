import type { Db } from '#kernel/database.ts';
import { countOf, dateTimeText, money } from '#ui/format.ts';
import { programLabel } from '#features/structure/catalogue/program-label.ts';
import type { Content, Drawn } from './document.ts';
import type { SiteFrame } from './frame.queries.ts';
import { html, type Markup } from './html.ts';
import { plainText } from './markdown-text.ts';
import { pageTitle } from './page-title.ts';
import type { Place } from './place.ts';
import { offeredPrograms, type OfferedProgram } from './programs.queries.ts';

interface Fact {
  label: string;
  value: string;
}

/** An intake of a program, in this feature's words. */
export interface SiteIntake {
  programId: number;
  session: string;
  opensAt: string;
  isOpen: boolean;
  requiresPin: boolean;
  factsFor(site: Pick<SiteFrame, 'currency' | 'timeZone'>): Fact[];
}

/** The page of programs, with what other features know of their intakes. */
export async function offered(db: Db, place: Place, asked: Promise<SiteIntake[]>) {
  const [programs, intakes] = await Promise.all([offeredPrograms(db, place), asked]);
  return (drawn: Drawn) => programsPage(drawn, programs, intakes);
}

/** The programs of a school: with what their open intakes offer, and otherwise with what is usual. */
function programsPage(drawn: Drawn, programs: OfferedProgram[], intakes: SiteIntake[]): Content {
  const { site, to } = drawn;
  return {
    title: 'Programmes',
    description: `Programmes at ${site.name}: ${plainText(programs.map(({ name }) => name).join(', '), 120) || 'our programmes'}.`,
    path: to.programs(),
    body: html`${pageTitle('Programmes')}
      <div class="wide text-page">
        ${
          programs.length > 3 &&
          html`<nav class="chips" aria-label="Programmes">
            <ul>
              ${programs.map(({ id, name }) => html`<li><a href="#program-${id}">${name}</a></li>`)}
            </ul>
          </nav>`
        }
        ${
          programs.length
            ? programs.map((program) => {
                const own = intakes.filter(({ programId }) => programId === program.id);
                return programSection(drawn, program, own);
              })
            : html`<p class="nothing">No programmes are open for applications.</p>`
        }
      </div>`,
  };
}

function programSection({ site, to }: Drawn, program: OfferedProgram, intakes: SiteIntake[]): Markup {
  const open = intakes.filter(({ isOpen }) => isOpen);
  const later = intakes.filter(({ isOpen }) => !isOpen);
  const requiresPin = intakes.length ? intakes.some((intake) => intake.requiresPin) : program.requiresPin;
  const always: Fact[] = [
    { label: 'Code', value: program.code },
    ...(program.classes.length ? [{ label: 'Classes', value: program.classes.join(', ') }] : []),
  ];
  const pin = requiresPin ? [{ label: 'Requirement', value: 'You need a registration pin.' }] : [];
  return html`<section
    class="program"
    id="program-${program.id}"
    aria-labelledby="program-${program.id}-name"
    tabindex="-1"
  >
    <h2 id="program-${program.id}-name">${programLabel({ ...program, requiresPin })}</h2>
    ${factList([...always, ...(open.length ? [] : usual(program, site.currency)), ...pin])}
    ${open.map((intake) => html`<div class="intake">${factList(intake.factsFor(site))}</div>`)}
    ${later.map(
      ({ opensAt, session }) =>
        html`<p class="later">Applications for ${session} open on ${dateTimeText(opensAt, site.timeZone)}.</p>`,
    )}
    ${
      open.length > 0 &&
      html`<p class="apply">
        <a class="button strong" href="${to.apply(program.id)}"
          >Apply now<span class="visually-hidden"> for ${program.name}</span></a
        >
      </p>`
    }
  </section>`;
}

/** What the program asks and offers, where no intake says it. */
const usual = ({ applicationFee, minimumAge, seats }: OfferedProgram, currency: string): Fact[] => [
  ...(minimumAge ? [{ label: 'Age', value: `From ${countOf(minimumAge, 'year')}` }] : []),
  ...(seats ? [{ label: 'Seats', value: String(seats) }] : []),
  { label: 'Application fee', value: applicationFee ? money(applicationFee, currency) : 'None' },
];

const factList = (facts: Fact[]): Markup =>
  html`<dl>
    ${facts.map(
      ({ label, value }) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
