import { z } from 'zod';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { termsOf } from '#kernel/contracts/terminology.ts';
import { query, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { may, type App, drawing } from '#web/routes.ts';
import { cardFileParts, proofOf } from '../cards/cards.queries.ts';
import type { ReportCardFile } from '../cards/report-card.pdf.ts';
import type { ReportCard } from '../cards/card-promotion.ts';
import { askingCorrections } from '../corrections/late-results.ts';
import { publishedResultPage, verifyResultPage, type VerifiedResult } from '../results.pages.ts';
import { designKey, designsOf } from '../designs/designs.queries.ts';
import { withNames, noSeal, sealer, type SealedContent } from './sealed-cards.ts';
import { findPublished, maySeeResults, type PublishedResult } from './published.queries.ts';
import { PublishSheets, publishSheets } from './publish.ts';
import { publishMessages } from './publish-messages.queries.ts';

const layout = new URL('../cards/report-card.pdf.ts', import.meta.url);
/** Guessing a code is hopeless; this keeps a visitor from trying. */
const rateLimit = { max: 60, timeWindow: '1 minute' };
const code = z.string().regex(/^[A-Za-z0-9_-]{16}$/);

/** Publication of approved results, their report cards, and the public page that proves a paper. */
export function publicationRoutes(app: App): void {
  const { database, files, secret } = app.services;

  app.post(
    '/mark-sheets/publish',
    { config: { ...may('results.publish'), confirm: true }, schema: { body: PublishSheets } },
    async (request, reply) => {
      const { count, termId } = await request.write((tx, actor) => publishSheets(tx, actor, secret, request.body));
      return reply.flash(`${countOf(count, 'result')} published.`).seeOther(`/mark-sheets?term=${termId}`);
    },
  );

  app.get(
    '/mark-sheets/publish/messages',
    { config: { ...may('results.publish'), isHeavy: true }, schema: { querystring: PublishSheets } },
    async (request, reply) =>
      reply
        .header('Cache-Control', 'no-store')
        .send(await request.snapshot((tx, actor) => publishMessages(tx, actor, request.query.ids))),
  );

  app.get(
    '/published-results/:id',
    { config: may(...maySeeResults), schema: { params: z.object({ id }) } },
    async (request, reply) => {
      const props = await request.snapshot(async (db, actor) => {
        const found = await findPublished(db, actor, request.params.id);
        const { id: resultId, institutionId, isReplaced } = found;
        const { signedBy: _, ...card } = cardIn(found);
        const { parts, footer } = (await designsOf(db, null, institutionId, [card]))[designKey(card)]!;
        const canCorrect = !isReplaced && askingCorrections.some((one) => can(actor, one, institutionId));
        return { id: resultId, institutionId, isReplaced, card, design: { parts, footer }, canCorrect };
      });
      return reply.page(publishedResultPage, props);
    },
  );

  app.get(
    '/published-results/:id/report-card.pdf',
    drawing(may(...maySeeResults), { params: z.object({ id }) }),
    async (request, reply) => {
      const origin = await request.publicOrigin().catch(() => null);
      const data = await request.snapshot((db, actor) => fileOf(db, actor, request.params.id, origin));
      return reply.pdf({ title: `report card ${data.cards[0]!.card.student.number}`, layout, data });
    },
  );

  app.get(
    '/verify/result/:code',
    { config: { ...may('public'), rateLimit }, schema: { params: z.object({ code }) } },
    async (request, reply) => {
      const found = await database.anonymous(async (tx) => {
        const [row] = await query<VerifiedResult & ProvedResult>(tx)`
          select institution, initials, session, term, batch, courses, average, cgpa, gpa_form as "gpaForm", "position", promotion,
            published_on::text as "publishedOn", replaced_on::text as "replacedOn", institution_id as "institutionId",
            seq::int as seq, term_id::bigint as "termId", batch_id::bigint as "batchId", published_at as "publishedAt", digest,
            actual, seal, seal_before as "sealBefore" from akada_result_by_code(${request.params.code})`;
        return row;
      });
      if (!found) throw new NotFound('result');
      reply.header('X-Robots-Tag', 'noindex, nofollow').header('Cache-Control', 'no-store');
      return reply.page(verifyResultPage, provedResult(secret, request.params.code, found));
    },
  );

  async function fileOf(db: Db, actor: Actor, resultId: number, origin: string | null): Promise<ReportCardFile> {
    const found = await findPublished(db, actor, resultId);
    const { institutionId, photo } = found;
    const card = cardIn(found);
    return {
      ...(await cardFileParts(db, files, institutionId, [
        {
          card,
          photoPath: photo && (await files.local(photo)),
          qr: proofOf(origin, found.code),
          isReplaced: found.isReplaced,
        },
      ])),
      words: termsOf(membershipIn(actor, institutionId)!.terminology),
      isPreview: false,
    };
  }
}

interface ProvedResult extends Omit<SealedContent, 'code'> {
  institutionId: number;
  actual: Buffer;
  seal: Buffer;
  /** Null of the first one. */
  sealBefore: Buffer | null;
}

/** Only what its seal proves is shown; a result that was changed in the database proves nothing. */
function provedResult(secret: Buffer, code: string, found: VerifiedResult & ProvedResult) {
  const { institutionId, seq, termId, batchId, publishedAt, digest, actual, seal, sealBefore, ...result } = found;
  const sealed = { seq, termId, batchId, code, publishedAt: new Date(publishedAt), digest };
  const previous = sealBefore ?? (seq === 1 ? noSeal : null);
  const isProved =
    previous !== null && actual.equals(digest) && sealer(secret, institutionId)(previous, sealed).equals(seal);
  return isProved ? { result, institution: null } : { result: null, institution: result.institution };
}

/** A published card with the names of its student. */
function cardIn(found: PublishedResult): ReportCard {
  const { content, promotion, cgpaAsAt, studentId, surname, firstName, middleName, number, gender } = found;
  return withNames(content, { id: studentId, surname, firstName, middleName, number, gender }, { promotion, cgpaAsAt });
}
