import { theirOwn } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { Conflict } from '#kernel/errors.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { countOf } from '#ui/format.ts';
import { may, type App, drawing } from '#web/routes.ts';
import { ownRegistration, registrationView, type RegistrationView } from './choosing/place.queries.ts';
import { SubmitRegistration, submitRegistration } from './choosing/submit-registration.ts';
import {
  ApproveRegistrations,
  approveRegistrations,
  ReturnRegistration,
  returnRegistration,
} from './deciding/decide-registrations.ts';
import {
  batchProgress,
  findBatch,
  registrationOverview,
  type RegistrationBatch,
  type RegistrationOverview,
  type StudentProgress,
} from './deciding/overview.queries.ts';
import type { CourseListFile } from './lists/course-lists.pdf.ts';
import { courseLists } from './lists/course-lists.queries.ts';
import { maySeeRegistrations } from './registration.policy.ts';
import type { OpenedValues } from '#kernel/edit/edit.ts';
import { page } from '#web/page.ts';
import type { PeriodChoices, PeriodRow } from './periods/periods.ts';

const params = z.object({ id });
const ofTerm = z.object({ ...viewFields, term: queryParam(id) });
const deciding = may(...maySeeRegistrations);
const layout = new URL('./lists/course-lists.pdf.ts', import.meta.url);

/** Students register for courses; advisers approve or return; lists of each course. */
export function registrationRoutes(app: App): void {
  app.get(
    '/course-registration',
    { config: may('registration.registerSelf'), schema: { querystring: ofTerm } },
    async (request, reply) => {
      const view = await request.snapshot((db, actor) => ownRegistration(db, actor, request.query.term));
      return reply.page(registrationPage, { view, isOwn: true });
    },
  );

  app.get(
    '/students/:id/course-registration',
    { config: deciding, schema: { params, querystring: ofTerm } },
    async (request, reply) => {
      const view = await request.snapshot((db, actor) =>
        registrationView(db, actor, request.params.id, request.query.term),
      );
      return reply.page(registrationPage, { view, isOwn: false });
    },
  );

  app.post(
    '/students/:id/course-registration',
    {
      config: {
        ...may('registration.registerSelf', 'registration.manage'),
        once: true,
        ...theirOwn('Students register themselves; the verb refuses staff of the family.'),
      },
      schema: { params, body: SubmitRegistration },
    },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const { id: studentId } = request.params;
        const { isLate, units, registeredFor } = await submitRegistration(tx, actor, studentId, request.body);
        const late = isLate ? ' It is late.' : '';
        const query = `?term=${request.body.termId}`;
        if (registeredFor !== null)
          return {
            flash: `${registeredFor} was registered for ${countOf(units, 'unit')}.${late} It needs approval.`,
            go: `/students/${studentId}/course-registration${query}`,
          };
        return {
          flash: `${countOf(units, 'unit')} submitted.${late} Your adviser approves or returns the registration.`,
          go: `/course-registration${query}`,
        };
      }),
  );

  app.get('/course-registrations', { config: deciding, schema: { querystring: ofTerm } }, async (request, reply) => {
    const props = await request.snapshot(async (db, actor) => ({
      ...(await registrationOverview(db, actor, request.query)),
      canManage: actor.institutions.some(({ permissions }) => permissions.has('registration.manage')),
    }));
    return reply.page(overviewPage, props);
  });

  app.get(
    '/batches/:id/course-registrations',
    { config: deciding, schema: { params, querystring: ofTerm } },
    async (request, reply) => {
      const props = await request.snapshot(async (db, actor) => {
        const batch = await findBatch(db, actor, request.params.id, request.query.term);
        return { batch, rows: await batchProgress(db, batch) };
      });
      return reply.page(batchPage, props);
    },
  );

  app.get(
    '/batches/:id/course-lists.pdf',
    drawing(deciding, { params, querystring: ofTerm }),
    async (request, reply) => {
      const data = await request.write(async (tx, actor): Promise<CourseListFile> => {
        const found = await findBatch(tx, actor, request.params.id, request.query.term);
        const { institutionId, batch, batchId, term } = found;
        const lists = await courseLists(tx, found);
        if (lists.length === 0) throw new Conflict('No registration is approved yet, so there is nothing to print.');
        await record(tx, actor, 'registration.printLists', {
          institutionId,
          summary: `printed the course lists of ${batch}, ${term}`,
          subject: { type: 'batch', id: batchId },
        });
        return { batch, term, lists, letterhead: await letterheadOf(tx, app.services.files, institutionId) };
      });
      return reply.pdf({ title: `course lists ${data.batch}`, layout, data });
    },
  );

  app.post(
    '/course-registrations/approve',
    { config: deciding, schema: { body: ApproveRegistrations } },
    async (request, reply) => {
      const { count, batchId, termId } = await request.write((tx, actor) =>
        approveRegistrations(tx, actor, request.body),
      );
      return reply
        .flash(`${countOf(count, 'registration')} approved.`)
        .seeOther(`/batches/${batchId}/course-registrations?term=${termId}`);
    },
  );

  app.post(
    '/course-registrations/:id/return',
    { config: deciding, schema: { params, body: ReturnRegistration } },
    async (request, reply) => {
      const { studentId, termId, name } = await request.write((tx, actor) =>
        returnRegistration(tx, actor, request.params.id, request.body),
      );
      return reply
        .flash(`The registration of ${name} was returned.`)
        .seeOther(`/students/${studentId}/course-registration?term=${termId}`);
    },
  );
}

/** The own one, or null without a student’s record; staff open another’s. */
export const registrationPage = page<{ view: RegistrationView | null; isOwn: boolean }>(
  'course-registration/registration',
);
export const overviewPage = page<RegistrationOverview & { canManage: boolean }>('course-registration/overview');
export const batchPage = page<{ batch: RegistrationBatch; rows: StudentProgress[] }>('course-registration/batch');
export const periodListPage = page<{ rows: PeriodRow[] }>('course-registration/period-list');

interface PeriodFormProps extends PeriodChoices {
  period: PeriodRow | null;
  opened?: OpenedValues;
}
export const periodFormPage = page<PeriodFormProps>('course-registration/period-form');
