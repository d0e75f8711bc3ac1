import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { termsOf } from '#kernel/contracts/terminology.ts';
import { ValidationError } from '#kernel/errors.ts';
import { countOf } from '#ui/format.ts';
import { showAgain, readFields, typedOf } from '#features/school/site/public/form-answers.ts';
import { reactPages, type Visit } from '#features/school/site/public/react-pages.ts';
import { knownOrigin } from '#kernel/public-origin.ts';
import { may, type App, type Services } from '#web/routes.ts';
import { usualDesign } from '../designs/card-design.ts';
import { dropOpening, keepOpening, openingOf, type Opening, resultAddresses } from './opening.ts';
import {
  isWithheld,
  linkToResults,
  openedResult,
  type OpenedResult,
  findByNumber,
  openedResultPage,
  checkPage,
} from './public-results.queries.ts';
import type { Db } from '#kernel/database.ts';
import type { Files } from '#kernel/files.ts';
import { cardFileParts, proofOf } from '../cards/cards.queries.ts';
import type { ReportCardFile } from '../cards/report-card.pdf.ts';
import type { ReportCard } from '../cards/card-promotion.ts';
import { withNames } from '../publication/sealed-cards.ts';
import { hash } from 'node:crypto';
import { id, line } from '#kernel/schemas.ts';
import { openWithPin, refuseUnlessUnused, tryPin } from '#features/money/pins/use/open-with-pin.ts';

const params = z.object({ slug: z.string().max(80) });
/** Fields are read by the route, so that the page is shown again with all of them. */
const anyForm = z.record(z.string().max(100), z.unknown());
const typed = z.string().max(40).optional();
const Wanted = z.object({ number: typed, ended: typed });
/** Many families share the address of their network; wrong pins are limited by themselves. */
const perMinute = 600;

const withheld =
  'Results of this student are withheld because school fees are unpaid. Pay the fees or ask the school office. This didn’t use a view of the pin. It opens the result once the school releases it.';
const ended = 'The result was closed. Entering the pin again counts as a new view.';

const layout = new URL('../cards/report-card.pdf.ts', import.meta.url);

/** Results on the public site of an institution, opened with result pins. */
export function publicResultRoutes(app: App): void {
  const { database, files, secret } = app.services;
  const pages = reactPages(app);
  const check = checkPage(app);

  app.decorate('siteLinks', linkToResults);

  async function form(request: FastifyRequest, reply: FastifyReply, at: Visit, message: string | null, status = 200) {
    const { heading, page, props } = await check(
      at,
      reply,
      typedOf(request.method === 'GET' ? request.query : request.body),
    );
    return pages.send(reply, at, page, { heading, props: { ...props, message }, status });
  }

  app.get(
    '/sites/:slug/result',
    { config: may('public'), schema: { params, querystring: Wanted } },
    async (request, reply) => {
      const at = await pages.visitOf(request, request.params.slug);
      return at ? form(request, reply, at, request.query.ended ? ended : null) : pages.lost(reply);
    },
  );

  app.post(
    '/sites/:slug/result',
    {
      config: { ...may('public'), takesForm: true, rateLimit: { max: perMinute } },
      schema: { params, body: anyForm },
      errorHandler: (error, request, reply) =>
        showAgain(pages, request, reply, error, async () => {
          const at = await pages.visitOf(request, (request.params as { slug: string }).slug);
          // The pin too: twelve digits are hard to type twice.
          const { pin_secret: pin } = (request.body ?? {}) as Record<string, unknown>;
          return at && check(at, reply, typeof pin === 'string' ? { pin_secret: pin.slice(0, 40) } : {});
        }),
    },
    async (request, reply) => {
      const { slug } = request.params;
      const at = await pages.visitOf(request, slug);
      if (!at) return pages.lost(reply);
      const fields = readFields(OpenResult, request.body);
      const { institutionId } = at.place;
      const from = { institutionId, address: request.ip, visitor: reply.visitor() };
      const opening = await openResult(app.services, from, fields);
      if (opening === 'withheld') throw new ValidationError('form', withheld);
      keepOpening(reply, secret, slug, opening);
      return reply.seeOther(resultAddresses(slug).card);
    },
  );

  /** What this browser has opened; or the answer if nothing is open, or if it is withheld by now. */
  async function opened(request: FastifyRequest, reply: FastifyReply, slug: string) {
    const at = await pages.visitOf(request, slug);
    if (!at) return { answer: pages.lost(reply) };
    const { institutionId } = at.place;
    const opening = openingOf(request, secret, institutionId);
    if (!opening) return { answer: reply.seeOther(`${resultAddresses(slug).form}?ended=1`) };
    const [result, isHeld] = await database.readAsSystem([institutionId], (db) =>
      Promise.all([openedResult(db, opening), isWithheld(db, institutionId, opening.studentId)]),
    );
    if (!result) return { answer: reply.seeOther(`${resultAddresses(slug).form}?ended=1`) };
    if (isHeld) return { answer: form(request, reply, at, withheld, 403) };
    return { at, opening, result };
  }

  app.get('/sites/:slug/result/card', { config: may('public'), schema: { params } }, async (request, reply) => {
    const { slug } = request.params;
    const found = await opened(request, reply, slug);
    if (!found.at) return found.answer;
    const { at, opening, result } = found;
    const to = resultAddresses(slug);
    const { parts, footer } = result.design ?? usualDesign(result.content.layout);
    return pages.send(reply.header('X-Robots-Tag', 'noindex, nofollow'), at, openedResultPage, {
      heading: { title: 'Report card', description: 'A published result.', path: null },
      props: {
        csrf: reply.formToken(),
        school: at.site.name,
        card: openedCard(opening, result),
        design: { parts, footer },
        words: termsOf(result.terminology),
        left: opening.left === 0 ? 'no more' : `${countOf(opening.left, 'more time')}`,
        pdf: to.pdf,
        close: to.close,
        verify: `/verify/result/${result.code}`,
      },
    });
  });

  app.get(
    '/sites/:slug/result/report-card.pdf',
    {
      config: { ...may('public'), isHeavy: true, rateLimit: { max: 120 } },
      schema: { params },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const found = await opened(request, reply, request.params.slug);
      if (!found.at) return found.answer;
      const { at, opening, result } = found;
      const data = await database.asSystem([opening.institutionId], (tx) =>
        openedFile(tx, files, { opening, result, origin: knownOrigin(at.to.links) }),
      );
      reply.header('X-Robots-Tag', 'noindex, nofollow').header('Cache-Control', 'no-store');
      return reply.pdf({ title: `report card ${result.number}`, layout, data });
    },
  );

  app.post(
    '/sites/:slug/result/close',
    { config: { ...may('public'), takesForm: true, rateLimit: { max: perMinute } }, schema: { params, body: anyForm } },
    async (request, reply) => {
      const { slug } = request.params;
      if (!(await pages.visitOf(request, slug))) return pages.lost(reply);
      dropOpening(reply, slug);
      return reply.seeOther(resultAddresses(slug).form);
    },
  );
}

/** The report card with its name. */
const openedCard = ({ studentId }: Opening, found: OpenedResult): ReportCard => {
  const { content, promotion, cgpaAsAt, surname, firstName, middleName, number, gender } = found;
  return withNames(content, { id: studentId, surname, firstName, middleName, number, gender }, { promotion, cgpaAsAt });
};

/** The same on paper. */
async function openedFile(
  db: Db,
  files: Files,
  { opening, result, origin }: { opening: Opening; result: OpenedResult; origin: string },
): Promise<ReportCardFile> {
  const card = openedCard(opening, result);
  return {
    ...(await cardFileParts(db, files, opening.institutionId, [
      { card, photoPath: result.photo && (await files.local(result.photo)), qr: proofOf(origin, result.code) },
    ])),
    words: termsOf(result.terminology),
    isPreview: false,
  };
}

const OpenResult = z.object({
  number: line(40, 'The admission number'),
  term_id: id,
  pin_serial: line(40, 'The serial number'),
  pin_secret: line(40, 'The pin'),
});

interface From {
  institutionId: number;
  address: string;
  /** The secret of the visitor's browser. */
  visitor: string;
}

/**
 * Opens a published result with a result pin. The pin is tried first, so that a wrong one counts. Fees that
 * withhold report cards are only told to owners of a right pin; the pin belongs to the result then, without a view.
 */
async function openResult(
  services: Services,
  { institutionId, address, visitor }: From,
  input: z.output<typeof OpenResult>,
): Promise<Opening | 'withheld'> {
  const { number, term_id: termId, pin_secret: secret, pin_serial: serial } = input;
  // Browsers are known by their cookie, which itself is not stored.
  const browser = `visitor:${hash('sha256', visitor, 'base64url').slice(0, 22)}`;
  const attempt = await tryPin(services, {
    institutionId,
    type: 'result',
    programId: null,
    serial,
    secret,
    from: { address, form: browser },
  });
  return services.database.asSystem([institutionId], async (tx) => {
    const found = await findByNumber(tx, institutionId, { number, termId });
    if (!found) {
      await refuseUnlessUnused(tx, attempt);
      throw new ValidationError(
        'number',
        'The pin is right, but no published result has this admission number in this term. Check both. The pin is still unused.',
      );
    }
    const { studentId, programId } = found;
    const isHeld = await isWithheld(tx, institutionId, studentId);
    const left = await openWithPin(tx, attempt, { studentId, termId, programId, visitor: browser, isHeld });
    return isHeld ? 'withheld' : { institutionId, studentId, termId, left };
  });
}
