import { cachedByKey } from '#kernel/cached-by-key.ts';
import type { FastifyReply } from 'fastify';
import { phoneExample } from '#kernel/phone.ts';
import { pinsOnSale } from '#features/money/pins/sale/pins-on-sale.queries.ts';
import { cacheFor } from '#features/school/site/public/cache.ts';
import { reactPages, type Visit } from '#features/school/site/public/react-pages.ts';
import type { App } from '#web/routes.ts';
import { applicantAddresses } from './addresses.ts';
import { shownIntakes, shownPin, type Shown } from './apply-view.ts';
import { visibleIntakes, type VisibleIntake } from './open-intakes.queries.ts';
import { applyPage, type ApplyPin, type ApplyProps, type Buy } from './public.pages.ts';

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
