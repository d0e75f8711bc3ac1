import { z } from 'zod';
import { allow, can } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { openedOf, type OpenedValues } from '#kernel/edit/edit.ts';
import { id } from '#kernel/schemas.ts';
import { count, countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import { clockOf } from '../intakes/change-intakes.ts';
import { findExamination, type Examination, type MarksRow } from './exam-marks.queries.ts';
import { GiveSeats, giveSeats } from './give-seats.ts';
import {
  addSitting,
  deleteSitting,
  EditSitting,
  editSitting,
  emptySitting,
  sittingPaper,
  SittingFields,
  findSitting,
  inviteToSitting,
} from './sittings.ts';
import type { BoundedList } from '#kernel/database/bounded.ts';
import { page } from '#web/page.ts';

const params = z.object({ id });
const reviewing = may('admissions.review');
const exam = (intakeId: number) => `/intakes/${intakeId}/exam`;
const layouts = { slips: './slips.pdf.ts', register: './register.pdf.ts' } as const;

/** The entrance examination: sittings, seats, invitations. */
export function examRoutes(app: App): void {
  const { files } = app.services;

  app.get('/intakes/:id/exam', { config: may('admissions.view'), schema: { params } }, async (request, reply) =>
    reply.page(
      examPage,
      await request.read(async (db, actor) => {
        const found = await findExamination(db, actor, request.params.id);
        return { exam: found, can: { review: can(actor, 'admissions.review', found.institutionId) } };
      }),
    ),
  );

  app.get('/intakes/:id/exam/new', { config: reviewing, schema: { params } }, async (request, reply) =>
    reply.page(
      sittingFormPage,
      await request.read(async (db, actor) => {
        const found = await findExamination(db, actor, request.params.id);
        allow(actor, 'admissions.review', found.institutionId);
        return { exam: found, sitting: null, today: today(clockOf(actor, found.institutionId)) };
      }),
    ),
  );

  app.post(
    '/intakes/:id/sittings',
    { config: { ...reviewing, once: true }, schema: { params, body: SittingFields } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        await addSitting(tx, actor, request.params.id, request.body);
        return { flash: 'The sitting was added. Give seats to put applicants into it.', go: exam(request.params.id) };
      }),
  );

  app.post(
    '/intakes/:id/seats',
    { config: { ...reviewing, once: true }, schema: { params, body: GiveSeats } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const { given, left } = await giveSeats(tx, actor, request.params.id, request.body);
        const rest =
          left > 0 ? ` ${countOf(left, 'applicant has', 'applicants have')} none yet. Add a sitting for them.` : '';
        return { flash: `${count(given)} seats given.${rest}`, go: exam(request.params.id) };
      }),
  );

  app.get('/exam-sittings/:id/edit', { config: reviewing, schema: { params } }, async (request, reply) =>
    reply.page(
      sittingFormPage,
      await request.read(async (db, actor) => {
        const sitting = await findSitting(db, actor, request.params.id);
        const { institutionId, intakeId, intake } = sitting;
        allow(actor, 'admissions.review', institutionId);
        return {
          exam: { id: intakeId, name: intake, institutionId },
          sitting,
          today: today(clockOf(actor, institutionId)),
          opened: openedOf(EditSitting, sitting),
        };
      }),
    ),
  );

  app.post(
    '/exam-sittings/:id',
    { config: reviewing, schema: { params, body: EditSitting } },
    async (request, reply) => {
      const { intakeId } = await request.write((tx, actor) => editSitting(tx, actor, request.params.id, request.body));
      return reply.flash('The sitting was saved.').seeOther(exam(intakeId));
    },
  );

  app.post('/exam-sittings/:id/empty', { config: reviewing, schema: { params } }, async (request, reply) => {
    const freed = await request.write((tx, actor) => emptySitting(tx, actor, request.params.id));
    const { intakeId } = await request.read((db, actor) => findSitting(db, actor, request.params.id));
    return reply.flash(`${countOf(freed, 'seat')} freed.`).seeOther(exam(intakeId));
  });

  app.post('/exam-sittings/:id/delete', { config: reviewing, schema: { params } }, async (request, reply) => {
    const intakeId = await request.write((tx, actor) => deleteSitting(tx, actor, request.params.id));
    return reply.flash('The sitting was deleted.').seeOther(exam(intakeId));
  });

  app.post(
    '/exam-sittings/:id/invite',
    { config: { ...reviewing, once: true }, schema: { params } },
    async (request, reply) => {
      const origin = await request.publicOrigin().catch(() => null);
      return reply.once(async (tx, actor) => {
        const { invited, intakeId } = await inviteToSitting(tx, actor, request.params.id, origin);
        const flash = invited > 0 ? `${countOf(invited, 'applicant')} invited.` : 'Everyone has already been invited.';
        return { flash, go: exam(intakeId) };
      });
    },
  );

  for (const kind of ['slips', 'register'] as const)
    app.get(`/exam-sittings/:id/${kind}.pdf`, { config: reviewing, schema: { params } }, async (request, reply) => {
      const origin = await request.publicOrigin().catch(() => null);
      const data = await request.write((tx, actor) => sittingPaper(tx, actor, files, request.params.id, kind, origin));
      return reply.pdf({ title: `${kind} ${data.venue}`, layout: new URL(layouts[kind], import.meta.url), data });
    });
}

interface ExamPageProps {
  exam: Examination;
  can: { review: boolean };
}
export const examPage = page<ExamPageProps>('admissions/exam');

interface SittingFormProps {
  exam: Pick<Examination, 'id' | 'name' | 'institutionId'>;
  sitting: { id: number; startsAt: string; venue: string; seats: number; note: string | null } | null;
  today: string;
  opened?: OpenedValues;
}
export const sittingFormPage = page<SittingFormProps>('admissions/sitting-form');

interface MarksPageProps {
  exam: Examination;
  /** The sitting that the rows are of. */
  sitting: number | null;
  /** The first page of them. */
  rows: BoundedList<MarksRow>;
  total: number;
  can: { review: boolean };
}
export const marksPage = page<MarksPageProps>('admissions/marks');
