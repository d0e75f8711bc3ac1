import { cachedByKey } from '#kernel/cached-by-key.ts';
import type { FastifyReply } from 'fastify';
import { money, phoneText } from '#ui/format.ts';
import { pinsOnSale } from '#features/money/pins/sale/pins-on-sale.queries.ts';
import { cacheFor } from '#features/school/site/public/cache.ts';
import { reactPages, type Visit } from '#features/school/site/public/react-pages.ts';
import type { App } from '#web/routes.ts';
import { resultAddresses } from './addresses.ts';
import { checkResultPage, type BuyResultPin, type CheckResultProps } from './public.pages.ts';
import { termsWithResults } from './public-results.queries.ts';

type Offer = Pick<CheckResultProps, 'terms' | 'pins'>;

/** Where a result is opened and result pins are bought; the sale of pins shows it again too. */
export const checkPage = (app: App): CheckPage => pagesOf(app.services, app);
/** One for all routes of a server, since it keeps what visitors share. */
const pagesOf = cachedByKey((_: object, app: App) => makeCheckPage(app));
type CheckPage = ReturnType<typeof makeCheckPage>;

function makeCheckPage(app: App) {
  const pages = reactPages(app);
  const offers = cacheFor<Offer>({ seconds: 10, most: 200 });

  const offerOf = ({ place }: Visit) =>
    offers(String(place.institutionId), async () => {
      const [terms, pins] = await pages.read(place, (db) =>
        Promise.all([termsWithResults(db, place.institutionId), pinsOnSale(db, place.institutionId, null, 'result')]),
      );
      return {
        terms: terms.map(({ id, name, session }) => ({ value: String(id), label: `${name}, ${session}` })),
        pins: pins.map(({ kindId, name, price, currency, validity, stock, soldAt }) => ({
          kindId: String(kindId),
          name,
          price: money(price, currency),
          validity,
          soldAt,
          isSoldOut: stock === 0,
        })),
      };
    });

  return async function shownCheck(
    at: Visit,
    reply: FastifyReply,
    values: Record<string, string>,
    buyer: Partial<BuyResultPin> = {},
  ) {
    const { place, site } = at;
    const to = resultAddresses(site.slug);
    const heading = { title: 'Check a result', description: `Results of ${site.name}.`, path: to.form };
    const offer = await offerOf(at);
    const props: CheckResultProps = {
      ...offer,
      csrf: reply.formToken(),
      action: to.form,
      errors: {},
      message: null,
      values: { term_id: offer.terms[0]?.value ?? '', ...values },
      // A refused order is shown where it was filled in.
      buy: {
        action: '/orders#buy',
        institutionId: place.institutionId,
        values: {},
        errors: {},
        message: null,
        ...buyer,
      },
      office: site.phone ? phoneText(site.phone) : site.email,
    };
    return { at, heading, page: checkResultPage, props };
  };
}
