import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { phoneExample } from '#kernel/phone.ts';
import { id, list } from '#kernel/schemas.ts';
import { pinsOnSale } from '#features/pins/sale/pins-on-sale.queries.ts';
import { cacheFor } from '#features/site/public/cache.ts';
import { reactPages, type Visit } from '#features/site/public/react-pages.ts';
import { may, type App } from '#web/routes.ts';
import { applicantAddresses } from './addresses.ts';
import { applicantActor } from './applicant.ts';
import { shownIntakes, shownPin, type Shown } from './apply-view.ts';
import { atProduct } from './at-product.ts';
import { showAgain } from './form-answers.ts';
import { readFields, typedOf, type Sent } from './form-fields.ts';
import { openApplication } from './open-application.ts';
import {
  coursesOfPrograms,
  openProgramIds,
  visibleIntakes,
  type TaughtCourse,
  type VisibleIntake,
} from './open-intakes.queries.ts';
import { applyPage, type ApplyPin, type ApplyProps } from './public.pages.ts';
import { countClaim } from './returning-student.ts';
import { StartFields } from './start-fields.ts';
import { tryTypedPin } from './try-typed-pin.ts';

const params = z.object({ slug: z.string().max(80) });
/** Fields are read by the verb, so that the page is shown again with all of them. */
export const anyForm = z.record(z.string().max(100), z.unknown());
const Courses = z.object({ 'program_ids[]': list(id).pipe(z.array(z.number()).max(20)) });
const Wanted = z.object({ program_id: z.string().max(20).optional(), returning_student: z.string().max(1).optional() });

/** Applications of an address a minute: a school's computer room has one. */
const startsPerMinute = 30;

export function applyRoutes(app: App): void {
  const { database, secret } = app.services;
  const pages = reactPages(app);
  const shown = cacheFor<Shown>({ seconds: 10, most: 200 });
  const courses = cacheFor<TaughtCourse[]>({ seconds: 10, most: 300 });

  /** Public pages of other features ask for what can be applied for. */
  app.decorate('openPrograms', openProgramIds);

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

  async function propsOf(at: Visit, reply: FastifyReply, values: Record<string, string>): Promise<ApplyProps> {
    const { site } = at;
    const to = applicantAddresses(site.slug);
    return {
      ...(await intakesOf(at)),
      ...{ school: site.name, csrf: reply.formToken(), action: to.apply, courses: to.courses, find: to.find },
      ...{
        buy: { action: '/orders', institutionId: at.place.institutionId, elsewhere: atProduct(at, to.apply) },
        phoneHint: `For example ${phoneExample(site.countryId ?? 'NG')}`,
      },
      ...{ values, errors: {}, message: null },
    };
  }

  const headingOf = ({ site }: Visit) => ({
    title: 'Apply',
    description: `Apply to ${site.name} online.`,
    path: applicantAddresses(site.slug).apply,
  });

  async function show(request: FastifyRequest, reply: FastifyReply, slug: string, values: Record<string, string>) {
    const at = await pages.visitOf(request, slug);
    if (!at) return pages.lost(reply);
    return pages.send(reply, at, applyPage, { heading: headingOf(at), props: await propsOf(at, reply, values) });
  }

  app.get('/sites/:slug/apply', { config: may('public'), schema: { params, querystring: Wanted } }, (request, reply) =>
    show(request, reply, request.params.slug, typedOf(request.query)),
  );

  app.post(
    '/sites/:slug/apply',
    {
      config: { ...may('public'), takesForm: true, rateLimit: { max: startsPerMinute } },
      schema: { params, body: anyForm },
      errorHandler: (error, request, reply) =>
        showAgain(pages, request, reply, error, async () => {
          const at = await pages.visitOf(request, (request.params as { slug: string }).slug);
          return at && { at, heading: headingOf(at), page: applyPage, props: await propsOf(at, reply, {}) };
        }),
    },
    async (request, reply) => {
      const { slug } = request.params;
      const sent = request.body as Sent;
      // Without the script the button beside the programme shows what it asks.
      if (sent['show']) return show(request, reply, slug, typedOf(sent));
      const at = await pages.visitOf(request, slug);
      if (!at) return pages.lost(reply);
      const fields = readFields(StartFields, sent);
      const { institutionId } = at.place;
      if (fields.returning_student && fields.admission_number)
        await countClaim(app.services, {
          ...{ institutionId, admissionNumber: fields.admission_number, address: request.ip },
        });
      const takePin = await tryTypedPin(app.services, {
        institutionId,
        fields,
        address: request.ip,
        visitor: reply.visitor(),
      });
      const to = applicantAddresses(slug);
      const { code } = await database.asSystem([institutionId], async (tx) =>
        openApplication(tx, applicantActor(at), {
          ...{ institutionId, fields, secret, school: at.site.name, takePin },
          addressOf: (made) => at.to.full(to.own(made)),
        }),
      );
      return reply.go(`${to.own(code, 'person')}?started=1`);
    },
  );

  app.get(
    '/sites/:slug/courses_for_programs',
    { config: may('public'), schema: { params, querystring: Courses } },
    async (request, reply) => {
      const at = await pages.visitOf(request, request.params.slug);
      if (!at) return pages.lost(reply);
      const ids = request.query['program_ids[]'].toSorted((a, b) => a - b);
      const { place } = at;
      const found = await courses(`${place.institutionId} ${ids.join(' ')}`, () =>
        pages.read(place, (db) => coursesOfPrograms(db, place.institutionId, ids)),
      );
      return reply.send({ courses: found });
    },
  );
}
