import { z } from 'zod';
import { namedInstitutions, institutionInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { termsOf } from '#kernel/contracts/terminology.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { may, type App, drawing } from '#web/routes.ts';
import { proofOf, signerNames } from '../cards/cards.queries.ts';
import type { ReportCardFile } from '../cards/report-card.pdf.ts';
import { cardDesignPage } from '../results.pages.ts';
import { cardLayouts, type CardLayout } from './card-design.ts';
import { DesignContent, RetireDesign, SaveDesign, type DesignPlaceInput } from './design-fields.ts';
import { designPage, previewCard } from './design-page.queries.ts';
import { drawnDesign, designKey } from './designs.queries.ts';
import { retireDesign, saveDesign } from './save-design.ts';

const config = may('assessment.edit');
const home = '/card-designs';
const layout = new URL('../cards/report-card.pdf.ts', import.meta.url);
const place = {
  ...viewFields,
  layout: queryParam(z.enum(Object.keys(cardLayouts) as [CardLayout])),
  program: queryParam(id),
};
const Typed = z.string().transform((text, context) => {
  try {
    return DesignContent.parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: 'This design can’t be shown.' });
    return z.NEVER;
  }
});

/** The designer of report cards, with a preview that follows what is chosen. */
export function designRoutes(app: App): void {
  const { files } = app.services;

  app.get(home, { config, schema: { querystring: z.object(place) } }, async (request, reply) => {
    const props = await request.snapshot(async (db, actor) => {
      const where = placeOf(actor, request.query);
      return { ...where, institutions: namedInstitutions(actor, 'assessment.edit'), ...(await designPage(db, where)) };
    });
    return reply.page(cardDesignPage, props);
  });

  app.get(
    `${home}/preview.pdf`,
    drawing(config, { querystring: z.object({ ...place, content: queryParam(Typed) }) }),
    async (request, reply) => {
      const origin = await request.publicOrigin().catch(() => null);
      const data = await request.snapshot(async (db, actor): Promise<ReportCardFile> => {
        const where = placeOf(actor, request.query);
        const { institutionId } = where;
        const content = request.query.content ?? (await designPage(db, where)).content;
        const { card: found, photo } = await previewCard(db, actor, where);
        const { design: _, ...card } = found;
        return {
          cards: [
            {
              card,
              photoPath: photo && (await files.local(photo)),
              qr: proofOf(origin, 'preview-of-a-design'.slice(0, 16)),
            },
          ],
          designs: { [designKey(card)]: await drawnDesign(db, files, institutionId, content) },
          names: await signerNames(db, institutionId, [card]),
          letterhead: await letterheadOf(db, files, institutionId),
          words: termsOf(membershipIn(actor, institutionId)!.terminology),
          isPreview: true,
        };
      });
      return reply.pdf({ title: 'preview', layout, data });
    },
  );

  app.post(`${home}/save`, { config, schema: { body: SaveDesign } }, async (request, reply) => {
    await request.write((tx, actor) => saveDesign(tx, actor, request.body));
    return reply.send({});
  });

  app.post(`${home}/retire`, { config, schema: { body: RetireDesign } }, async (request, reply) => {
    await request.write((tx, actor) => retireDesign(tx, actor, request.body));
    return reply.flash('The programme uses the institution’s design again.').seeOther(addressOf(request.body));
  });
}

function placeOf(
  actor: Actor,
  query: { institution_id?: number | undefined; layout?: CardLayout | undefined; program?: number | undefined },
): DesignPlaceInput {
  const institutionId = institutionInView(actor, query.institution_id, 'assessment.edit');
  return { institutionId, layout: query.layout ?? 'secondary', programId: query.program ?? null };
}

const addressOf = ({ layout: chosen, programId }: DesignPlaceInput) =>
  `${home}?layout=${chosen}${programId ? `&program=${programId}` : ''}`;
