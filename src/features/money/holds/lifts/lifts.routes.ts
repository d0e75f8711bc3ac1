import { z } from 'zod';
import { formatDay } from '#kernel/dates.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { holdOfStudent } from '../held/held-students.ts';
import { liftFormPage } from '../holds.pages.ts';
import { endLift } from './end-lift.ts';
import { studentToLift } from './lift-form.queries.ts';
import { LiftHold, liftHold, liftDays } from './lift-hold.ts';

const params = z.object({ id });
const config = may('fees.holds');

/** Lifting the hold of one student, from anywhere: the form opens over the page in view. */
export function liftRoutes(app: App): void {
  app.get('/students/:id/lift-hold', { config, schema: { params } }, async (request, reply) => {
    const found = await request.read((db, actor) => studentToLift(db, actor, request.params.id));
    const { id: studentId, institutionId } = found.student;
    const [hold, [days]] = await request.read((db) =>
      Promise.all([holdOfStudent(db, institutionId, studentId), liftDays(db, [institutionId])]),
    );
    return reply.page(liftFormPage, { ...found, hold, today: days!.today, latest: days!.latest });
  });

  app.post('/students/:id/lift-hold', { config, schema: { params, body: LiftHold } }, async (request, reply) => {
    const { name, until } = await request.write((tx, actor) => liftHold(tx, actor, request.params.id, request.body));
    return reply
      .flash(`The hold of ${name} is lifted until ${formatDay(until)}.`)
      .seeOther(`/students/${request.params.id}/fees`);
  });

  app.post('/hold-lifts/:id/end', { config, schema: { params } }, async (request, reply) => {
    const { name, studentId } = await request.write((tx, actor) => endLift(tx, actor, request.params.id));
    return reply.flash(`The lift for ${name} has ended.`).seeOther(`/students/${studentId}/fees`);
  });
}
