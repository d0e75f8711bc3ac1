import { pick } from '#kernel/database.ts';
import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { may, type App } from '#web/routes.ts';
import { courseChoices, coursesToOffer, type CourseRow } from '../catalogue/courses.queries.ts';
import { editable } from '../editable.ts';
import { findBatch, armsBeside, siblingChoices, batchCourses } from './batches.queries.ts';
import { OfferCourses, offerCourses, offeredRows } from './offer-courses.ts';
import { termsOf } from './write-offerings.ts';
import { undoOfferings, offeringsOf, CopyOfferings, copyOfferings } from './undo-offerings.ts';

const params = z.object({ id });
const editing = may('structure.edit');

/** The courses of a batch and their teachers. */
export function batchCourseRoutes(app: App): void {
  serveChoices(app, '/batches/course-options', 'structure.edit', courseChoices);
  serveChoices(app, '/batches/copy-options', 'structure.edit', siblingChoices);

  app.get('/batches/:id/courses', { config: editing, schema: { params } }, async (request, reply) => {
    const [found, offerings] = await request.read((db, actor) =>
      Promise.all([findBatch(db, actor, request.params.id), offeringsOf(db, actor, request.params.id)]),
    );
    const batch = editable(request.actor, found, 'batch');
    const [{ rows: others, isMore }, terms, arms] = await request.read((db) =>
      Promise.all([
        coursesToOffer(db, batch.institutionId, batch.id),
        termsOf(db, batch.institutionId, batch.sessionId),
        armsBeside(db, batch),
      ]),
    );
    return reply.page(batchCourses, {
      batch,
      opened: { courses: offeredRows(offerings) },
      // All offered courses: those missing from the form are removed.
      courses: [
        ...offerings.map(({ employeeId, surname, firstName, termPosition, ...course }) => ({
          ...shortOf(course),
          offered: true,
          termPosition,
          teacher: employeeId === null ? null : { value: String(employeeId), label: `${surname}, ${firstName}` },
        })),
        ...others.map((course) => ({ ...shortOf(course), offered: false, teacher: null, termPosition: null })),
      ].toSorted((first, other) => first.title.localeCompare(other.title) || first.code.localeCompare(other.code)),
      terms,
      isMore,
      arms,
    });
  });

  app.post(
    '/batches/:id/courses',
    {
      config: {
        ...editing,
        ...allowedForOwnFamily('Who teaches a class; marks of one’s own family are entered by others.'),
      },
      schema: { params, body: OfferCourses },
    },
    async (request, reply) => {
      const { name, count, others, changeId } = await request.write((tx, actor) =>
        offerCourses(tx, actor, request.params.id, request.body),
      );
      const also = others === 1 ? '1 other was' : `${others} others were`;
      const message = `${name} now has ${count}.${others ? ` ${also} saved too.` : ''}`;
      const undo = changeId === null ? {} : { undo: { action: `/offering-changes/${changeId}/undo` } };
      return reply.flash({ message, tone: 'good', ...undo }).seeOther(`/batches/${request.params.id}`);
    },
  );

  app.post('/offering-changes/:id/undo', { config: editing, schema: { params } }, async (request, reply) => {
    const { batchId } = await request.write((tx, actor) => undoOfferings(tx, actor, request.params.id));
    return reply.redirectOrJson('The change was undone.', `/batches/${batchId}`);
  });

  app.post(
    '/batches/:id/courses/copy',
    { config: editing, schema: { params, body: CopyOfferings } },
    async (request, reply) => {
      const { name, added } = await request.write((tx, actor) =>
        copyOfferings(tx, actor, request.params.id, request.body),
      );
      return reply
        .flash(
          added
            ? `${added} added to ${name}.`
            : { message: `Nothing to add: ${name} already has all of them.`, tone: 'info' },
        )
        .seeOther(`/batches/${request.params.id}`);
    },
  );
}

const shortOf = (course: Pick<CourseRow, 'id' | 'code' | 'title' | 'electiveGroup'>) =>
  pick(course, 'id', 'code', 'title', 'electiveGroup');
