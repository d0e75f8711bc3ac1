import { cachedByKey } from '#kernel/cached-by-key.ts';
import type { FastifyReply } from 'fastify';
import { phoneExample } from '#kernel/phone.ts';
import { pinsOnSale, type PinOnSale } from '#features/money/pins/sale/pins-on-sale.queries.ts';
import { cacheFor } from '#features/school/site/public/cache.ts';
import { reactPages, type Visit } from '#features/school/site/public/react-pages.ts';
import type { App } from '#web/routes.ts';
import { visibleIntakes, type VisibleIntake } from './open-intake.ts';
import { formatDay, today } from '#kernel/dates.ts';
import { count, countOf, dateTimeText, money } from '#ui/format.ts';
import { programLabel } from '#features/school/structure/catalogue/program-label.ts';
import { publicPage } from '#web/public-pages/public-page.ts';
import type { FormProps } from '#ui/public/form-props.ts';

interface Shown {
  programs: ApplyProgram[];
  later: string[];
}

interface School {
  currency: string;
  timeZone: string;
}

/** What every visitor of the start page sees of the intakes: made once for all of them. */
function shownIntakes(all: VisibleIntake[], pins: ReadonlyMap<number, ApplyPin[]>, school: School): Shown {
  const open = all.filter(({ isOpen }) => isOpen);
  const programs = [...new Set(open.map(({ programId }) => programId))].map((programId): ApplyProgram => {
    const intakes = open.filter((intake) => intake.programId === programId);
    const requiresPin = intakes.some((intake) => intake.requiresPin);
    return {
      id: String(programId),
      label: programLabel({ name: intakes[0]!.program, requiresPin }),
      intakes: intakes.map((intake) => shownIntake(intake, school)),
      pins: pins.get(programId) ?? [],
    };
  });
  const later = all
    .filter(({ isOpen }) => !isOpen)
    .map((intake) => `${intake.program} ${intake.session} opens on ${dateTimeText(intake.opensAt, school.timeZone)}.`);
  return { programs: programs.toSorted((a, b) => a.label.localeCompare(b.label, 'en')), later };
}

/** What an intake offers and asks, in words. */
export function intakeFacts(intake: VisibleIntake, { currency, timeZone }: School) {
  const { applicationFee, classes, closesAt, opensAt } = intake;
  const facts: [string, string | null][] = [
    ['Session', intake.session],
    ['Open', `${formatDay(today(timeZone, new Date(opensAt)))} to ${dateTimeText(closesAt, timeZone)}`],
    ['Seats', seatsOf(classes)],
    ['Age', ageOf(intake)],
    ['Application fee', applicationFee ? money(applicationFee, currency) : 'None'],
  ];
  return facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}

function shownIntake(intake: VisibleIntake, school: School) {
  const { classes } = intake;
  return {
    sessionId: String(intake.sessionId),
    session: intake.session,
    facts: intakeFacts(intake, school),
    introduction: intake.introduction,
    classes: classes.map(({ id, name, left }) => ({
      value: String(id),
      label: left === null ? name : `${name} (${left > 0 ? `${countOf(left, 'seat')} left` : 'no seats left'})`,
      isFull: left !== null && left <= 0,
    })),
    batches: intake.batches.map(({ id, name }) => ({ value: String(id), label: name })),
  };
}

export type ApplyIntake = ReturnType<typeof shownIntake>;

function seatsOf(classes: VisibleIntake['classes']): string | null {
  const limited = classes.filter(({ seats }) => seats !== null);
  if (!limited.length) return null;
  return limited
    .map(
      ({ name, seats, left }) =>
        `${limited.length > 1 ? `${name}: ` : ''}${count(seats!)}, ${count(Math.max(0, left!))} left`,
    )
    .join('; ');
}

function ageOf({ ageOn, maximumAge, minimumAge }: VisibleIntake): string | null {
  const on = ` on ${formatDay(ageOn)}`;
  if (minimumAge !== null && maximumAge !== null) return `${minimumAge} to ${countOf(maximumAge, 'year')}${on}`;
  if (minimumAge !== null) return `From ${countOf(minimumAge, 'year')}${on}`;
  return maximumAge === null ? null : `Up to ${countOf(maximumAge, 'year')}${on}`;
}

/** A kind of pin on sale, in words. */
const shownPin = ({ kindId, currency, mostPerOrder, name, price, soldAt, stock, validity }: PinOnSale) => ({
  kindId: String(kindId),
  name,
  price: money(price, currency),
  validity,
  soldAt,
  stock: stock === 0 ? 'sold out online' : `${stock >= 100 ? 'more than 100' : count(stock)} left`,
  isSoldOut: stock === 0,
  most: Math.min(mostPerOrder, Math.max(1, stock)),
});

/** A program that takes applications. Texts are ready to show. */
export interface ApplyProgram {
  id: string;
  /** 'Junior Secondary (Requires Pin)' */
  label: string;
  intakes: ApplyIntake[];
  pins: ApplyPin[];
}

export type ApplyPin = ReturnType<typeof shownPin>;

/** The buyer's form, with what was typed and what is wrong. */
interface Buy extends Omit<FormProps, 'csrf' | 'prefix'> {
  institutionId: number;
}

export interface ApplyProps extends FormProps {
  school: string;
  programs: ApplyProgram[];
  /** Programs that open later: 'ND Accountancy opens on 1 Dec 2026.' */
  later: string[];
  /** Where the courses of programs are read. */
  courses: string;
  /** Where an application is continued. */
  find: string;
  /** Where pins are bought. */
  buy: Buy;
  phoneHint: string;
}
const applyPage = publicPage<ApplyProps>('admissions/apply');

export interface FindProps extends FormProps {
  apply: string;
}
export const findPage = publicPage<FindProps>('admissions/find');

/** The addresses of an applicant below a site. */
export function applicantAddresses(slug: string) {
  const base = `/sites/${slug}`;
  const own = (code: string, part = '') => `${base}/application/${code}${part && `/${part}`}`;
  return {
    home: base,
    apply: `${base}/apply`,
    courses: `${base}/courses_for_programs`,
    lgas: `${base}/lgas`,
    find: `${base}/application`,
    own,
  };
}

/** Where an application begins and where pins are bought; the sale of pins shows it again too. */
export const startPage = (app: App): StartPage => pagesOf(app.services, app);
/** One for all routes of a server, since it keeps what visitors share. */
const pagesOf = cachedByKey((_: object, app: App) => makeStartPage(app));
type StartPage = ReturnType<typeof makeStartPage>;

type Values = Record<string, string>;

function makeStartPage(app: App) {
  const pages = reactPages(app);
  const shown = cacheFor<Shown>({ seconds: 10, most: 200 });

  const intakesOf = ({ place, site }: Visit) =>
    shown(String(place.institutionId), async () => {
      const intakes = await pages.read(place, (db) => visibleIntakes(db, place.institutionId));
      return shownIntakes(intakes, await pinsOf(place, intakes), site);
    });

  /** The pins on sale for each program that asks for one. */
  async function pinsOf(place: Visit['place'], intakes: VisibleIntake[]) {
    const ids = [...new Set(intakes.filter(({ requiresPin }) => requiresPin).map(({ programId }) => programId))];
    if (!ids.length) return new Map<number, ApplyPin[]>();
    const found = await pages.read(place, (db) =>
      Promise.all(ids.map((programId) => pinsOnSale(db, place.institutionId, programId))),
    );
    return new Map(ids.map((programId, at) => [programId, found[at]!.map(shownPin)]));
  }

  return async function shownStart(at: Visit, reply: FastifyReply, values: Values, buyer: Partial<Buy> = {}) {
    const { place, site } = at;
    const to = applicantAddresses(site.slug);
    const heading = { title: 'Apply', description: `Apply to ${site.name} online.`, path: to.apply };
    const props: ApplyProps = {
      ...(await intakesOf(at)),
      school: site.name,
      csrf: reply.formToken(),
      action: to.apply,
      courses: to.courses,
      find: to.find,
      buy: { action: '/orders', institutionId: place.institutionId, values: {}, errors: {}, message: null, ...buyer },
      phoneHint: `For example ${phoneExample(site.countryId ?? 'NG')}`,
      values,
      errors: {},
      message: null,
    };
    return { at, heading, page: applyPage, props };
  };
}
