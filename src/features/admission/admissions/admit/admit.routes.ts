import { z } from 'zod';
import { institutionsWhere } from '#kernel/actor.ts';
import { id } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import { admitPage } from '../decisions/decisions.routes.ts';
import { findApplication } from '../desk/review-tasks.ts';
import { letterData } from '../letters/letter-data.ts';
import { admit } from './admit.ts';
import { AdmitMany, admitMany } from './admit-many.ts';
import { admitView } from './admit.queries.ts';
import { placeNewcomers } from './place-newcomers.ts';
import { Admit } from './add-student.ts';

const params = z.object({ id });
const admitting = may('admissions.admit');

/** Admitting applicants as students, and their letters. */
export function admitRoutes(app: App): void {
  const { files, jobs } = app.services;

  app.get('/applications/:id/admit', { config: admitting, schema: { params } }, async (request, reply) =>
    reply.page(admitPage, await request.snapshot((tx, actor) => admitView(tx, actor, request.params.id))),
  );

  app.post(
    '/applications/:id/admit',
    { config: { ...admitting, once: true }, schema: { params, body: Admit } },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      return reply.once(async (tx, actor) => {
        const { institutionId, studentId, name, admissionNumber } = await admit(
          tx,
          actor,
          request.params.id,
          request.body,
          {
            origin,
          },
        );
        const seesStudent = institutionsWhere(actor, 'students.view').includes(institutionId);
        return {
          flash: `${name} is admitted with admission number ${admissionNumber}.`,
          go: seesStudent ? `/students/${studentId}` : `/applications/${request.params.id}`,
        };
      });
    },
  );

  app.post(
    '/intakes/:id/admit',
    { config: { ...admitting, once: true }, schema: { params, body: AdmitMany } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        await admitMany(tx, actor, jobs, request.params.id, request.body);
        return {
          flash: 'The applicants are being admitted. You’ll be notified when it’s done.',
          go: `/intakes/${request.params.id}/decisions`,
        };
      }),
  );

  app.post('/intakes/:id/place', { config: admitting, schema: { params } }, async (request, reply) => {
    const { placed, left } = await request.write((tx, actor) => placeNewcomers(tx, actor, request.params.id));
    const rest = left > 0 ? ` ${countOf(left, 'student')} found no free seat.` : '';
    return reply
      .flash(`${countOf(placed, 'student')} assigned.${rest}`)
      .seeOther(`/intakes/${request.params.id}/decisions`);
  });

  app.get(
    '/applications/:id/letter.pdf',
    { config: { ...may('admissions.view'), isHeavy: true }, schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      const data = await request.snapshot(async (tx, actor) => {
        const { institutionId } = await findApplication(tx, actor, request.params.id);
        return letterData(tx, files, { institutionId, id: request.params.id, origin });
      });
      return reply.pdf({
        title: `admission letter ${data.number}`,
        layout: new URL('../letters/letter.pdf.ts', import.meta.url),
        data,
      });
    },
  );
}
