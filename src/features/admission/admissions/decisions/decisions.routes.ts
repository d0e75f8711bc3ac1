import { z } from 'zod';
import { id, queryParam } from '#kernel/schemas.ts';
import { count, countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import { applicationStates } from '../admissions.ts';
import { ApplyCutoff, applyCutoff, CutoffFields, termsOf, previewCutoff } from './apply-cutoff.ts';
import { Decide, decide } from './decide.ts';
import { decisionsOf, findIntake, type DecisionsOfIntake } from './decisions.queries.ts';
import { undoRound } from './undo-round.ts';
import { page } from '#web/page.ts';
import type { AdmitView } from '../admit/admit.queries.ts';

const params = z.object({ id });
const deciding = may('admissions.decide');
/** Before a mark is entered there is nothing to show. */
const CutoffPreview = CutoffFields.extend({ cutoff: queryParam(CutoffFields.shape.cutoff) });

/** Decisions about applications, one by one and by cut-off. */
export function decisionRoutes(app: App): void {
  app.get('/intakes/:id/decisions', { config: may('admissions.view'), schema: { params } }, async (request, reply) =>
    reply.page(intakeDecisionsPage, await request.snapshot((tx, actor) => decisionsOf(tx, actor, request.params.id))),
  );

  app.get(
    '/intakes/:id/cutoff',
    { config: { ...deciding, isHeavy: true }, schema: { params, querystring: CutoffPreview } },
    async (request, reply) => {
      const { cutoff, ...rest } = request.query;
      const classes = await request.snapshot(async (db, actor) => {
        const { institutionId, id: intakeId } = await findIntake(db, actor, request.params.id);
        return cutoff === undefined ? [] : previewCutoff(db, institutionId, intakeId, termsOf({ cutoff, ...rest }));
      });
      return reply.send({ classes });
    },
  );

  app.post(
    '/intakes/:id/cutoff',
    { config: { ...deciding, once: true }, schema: { params, body: ApplyCutoff } },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      return reply.once(async (tx, actor) => {
        const { offered, waiting, rejected } = await applyCutoff(tx, actor, request.params.id, request.body, origin);
        return {
          flash: `${count(offered)} offered, ${count(waiting)} on the waiting list, ${count(rejected)} rejected.`,
          go: `/intakes/${request.params.id}/decisions`,
        };
      });
    },
  );

  app.post('/admission-rounds/:id/undo', { config: deciding, schema: { params } }, async (request, reply) => {
    const { intakeId, undone, stayed } = await request.write((tx, actor) => undoRound(tx, actor, request.params.id));
    const rest = stayed > 0 ? ` ${countOf(stayed, 'application')} changed since and weren’t updated.` : '';
    return reply
      .flash(`The cut-off was undone for ${countOf(undone, 'application')}.${rest}`)
      .seeOther(`/intakes/${intakeId}/decisions`);
  });

  app.post(
    '/applications/decide',
    { config: deciding, schema: { body: Decide.extend({ back: z.string().max(2000).optional() }) } },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      const { back, ...body } = request.body;
      const changed = await request.write((tx, actor) => decide(tx, actor, body, origin));
      const state = applicationStates[body.to].toLowerCase();
      return reply.flash(`${countOf(changed, 'application')}: ${state}.`).seeOther(backOf(back));
    },
  );
}

/** The page in view: a list, a record or the decisions of an intake. Only a path of ours. */
const backOf = (path = ''): string =>
  /^\/(applications|intakes)(\/[\w/]*)?(\?[^#\\]*)?$/.test(path) ? path : '/applications';

/** Cut-off, waiting list, offers and admissions of an intake. */
export const intakeDecisionsPage = page<DecisionsOfIntake>('admissions/intake-decisions');
/** One applicant is admitted. */
export const admitPage = page<AdmitView>('admissions/admit');
