import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { id, list } from '#kernel/schemas.ts';
import { cacheFor } from '#features/school/site/public/cache.ts';
import { reactPages, type Visit } from '#features/school/site/public/react-pages.ts';
import { may, type App } from '#web/routes.ts';
import { applicantAddresses, startPage, intakeFacts } from './addresses.ts';
import { showAgain, readFields, typedOf, type FormBody } from '#features/school/site/public/form-answers.ts';
import { openApplication, tryTypedPin, StartFields } from './open-application.ts';
import { countClaim, coursesOfPrograms, openProgramIds, type TaughtCourse, visibleIntakes } from './open-intake.ts';
import { systemActor, type Actor } from '#kernel/actor.ts';

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
  const start = startPage(app);
  const courses = cacheFor<TaughtCourse[]>({ seconds: 10, most: 300 });

  /** Public pages of other features ask for what can be applied for. */
  app.decorate('openPrograms', openProgramIds);
  app.decorate('siteIntakes', async (db, institutionId) =>
    (await visibleIntakes(db, institutionId)).map((intake) => ({
      ...intake,
      factsFor: (site) => intakeFacts(intake, site),
    })),
  );

  async function show(request: FastifyRequest, reply: FastifyReply, slug: string, values: Record<string, string>) {
    const at = await pages.visitOf(request, slug);
    if (!at) return pages.lost(reply);
    const { page, ...shown } = await start(at, reply, values);
    return pages.send(reply, at, page, shown);
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
          return at && start(at, reply, {});
        }),
    },
    async (request, reply) => {
      const { slug } = request.params;
      const sent = request.body as FormBody;
      // Without the script the button beside the programme shows what it asks.
      if (sent['show']) return show(request, reply, slug, typedOf(sent));
      const at = await pages.visitOf(request, slug);
      if (!at) return pages.lost(reply);
      const fields = readFields(StartFields, sent);
      const { institutionId } = at.place;
      if (fields.returning_student && fields.admission_number)
        await countClaim(app.services, {
          institutionId,
          admissionNumber: fields.admission_number,
          address: request.ip,
        });
      const takePin = await tryTypedPin(app.services, {
        institutionId,
        fields,
        address: request.ip,
        visitor: reply.visitor(),
      });
      const to = applicantAddresses(slug);
      const { code, isSent } = await database.asSystem([institutionId], async (tx) =>
        openApplication(tx, applicantActor(at), {
          institutionId,
          fields,
          secret,
          school: at.site.name,
          takePin,
          addressOf: (made) => at.to.full(to.own(made)),
        }),
      );
      return reply.seeOther(`${to.own(code, 'person')}?started=${isSent ? 1 : 'unsent'}`);
    },
  );

  async function sendCourses(request: FastifyRequest, reply: FastifyReply, slug: string | null, programIds: number[]) {
    const at = await pages.visitOf(request, slug);
    if (!at) return pages.lost(reply);
    const ids = programIds.toSorted((a, b) => a - b);
    const { place } = at;
    const found = await courses(`${place.institutionId} ${ids.join(' ')}`, () =>
      pages.read(place, (db) => coursesOfPrograms(db, place.institutionId, ids)),
    );
    return reply.send({ courses: found });
  }

  app.get(
    '/sites/:slug/courses_for_programs',
    { config: may('public'), schema: { params, querystring: Courses } },
    (request, reply) => sendCourses(request, reply, request.params.slug, request.query['program_ids[]']),
  );

  // Of the site at the main address.
  app.get('/courses_for_programs', { config: may('public'), schema: { querystring: Courses } }, (request, reply) =>
    sendCourses(request, reply, null, request.query['program_ids[]']),
  );
}

/** Applicants have no account: what they do is recorded under this name. */
const name = 'The applicant';

/** Acts for an applicant in one institution, with its country and clock. */
export function applicantActor({ place, site }: Visit): Actor {
  const actor = systemActor(place.institutionId, name);
  const { countryId, currency, name: school, timeZone } = site;
  const institution = { ...actor.institutions[0]!, currency, name: school, timeZone, countryId: countryId ?? 'NG' };
  return { ...actor, institutions: [institution] };
}
