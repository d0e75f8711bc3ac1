import { z } from 'zod';
import { can, institutionsInView } from '#kernel/actor.ts';
import { formatDay, today } from '#kernel/dates.ts';
import { NotFound } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { letterheadOf } from '#features/institutions/letterhead.queries.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { isWaiting } from '#features/approvals/is-waiting.ts';
import { serveChoices } from '#features/people/serve-choices.ts';
import { mayErase, mayHandOver } from '#features/people/people.policy.ts';
import { askErasure, ErasePerson, erasureApproval } from './erase-person.ts';
import { handOver, nameOf, toldBy } from './hand-over.ts';
import { personPrivacy, readLogPage } from './privacy.pages.ts';
import { readList } from './reads.list.ts';
import { findReader, readerChoices } from './reads.queries.ts';
import { readSections } from './sections.ts';
import { findSubject, kindKeys, kinds, type KindKey } from './subjects.ts';

const params = z.object({ id });

/** One person's data: what is kept, who looked at it, handing it over, erasing it. */
export function privacyRoutes(app: App): void {
  app.get(
    '/privacy/reads',
    { config: may('privacy.readLog'), schema: { querystring: readList.Filter } },
    async (request, reply) => {
      const { reader, institution_id } = request.query;
      return reply.page(readLogPage, {
        ...(await readList.props(request)),
        ...(reader && {
          reader: defer(() =>
            request.read((db, actor) =>
              findReader(db, institutionsInView(actor, institution_id, 'privacy.readLog'), reader),
            ),
          ),
        }),
      });
    },
  );
  serveChoices(app, '/privacy/reads/reader-options', 'privacy.readLog', readerChoices);
  for (const key of kindKeys) personRoutes(app, key);
}

function personRoutes(app: App, key: KindKey): void {
  const { seesSelf, numberWord, entity } = kinds[key];
  const path = `/privacy/${key}/:id` as const;

  app.get(
    path,
    { config: may('privacy.access', 'privacy.readLog', 'privacy.erase', seesSelf), schema: { params } },
    async (request, reply) => {
      const props = await request.snapshot(async (tx, actor) => {
        const subject = await findSubject(tx, actor, key, request.params.id);
        const handsOver = mayHandOver(actor, subject, kinds[key]);
        const readsLog = can(actor, 'privacy.readLog', subject.institutionId);
        const erases = mayErase(actor, subject, kinds[key]);
        if (!(handsOver || readsLog || erases)) throw new NotFound(entity);
        const kept = await readSections(tx, entity, toldBy(actor, subject.institutionId, false), subject.id);
        return {
          person: {
            kind: key,
            id: subject.id,
            name: nameOf(subject),
            number: subject.number,
            numberWord,
            isErased: subject.anonymisedAt !== null,
          },
          kept: kept.map(({ title, rows }) => ({ title, count: rows.length })),
          can: { handOver: handsOver, readLog: readsLog, erase: erases },
          isWaiting:
            erases && (await isWaiting(tx, erasureApproval, subject.institutionId, { type: entity, id: subject.id })),
          stays: subject.stays,
        };
      });
      return reply.page(personPrivacy, props);
    },
  );

  app.get(
    `${path}/data.json`,
    // Asking for the head alone would write down that all was handed over.
    { config: may('privacy.access', seesSelf), schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const { subject, data } = await request.write((tx, actor) => handOver(tx, actor, key, request.params.id, 'JSON'));
      return reply
        .type('application/json; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="${entity}-${subject.id}.json"`)
        .header('Cache-Control', 'no-store')
        .send(`${JSON.stringify(data, null, 2)}\n`);
    },
  );

  app.get(
    `${path}/data.pdf`,
    { config: may('privacy.access', seesSelf), schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const { subject, ...sheet } = await request.write(async (tx, actor) => {
        const { subject: person, data } = await handOver(tx, actor, key, request.params.id, 'PDF');
        const { timeZone, words } = toldBy(actor, person.institutionId, false);
        return {
          subject: person,
          ...data,
          words,
          letterhead: await letterheadOf(tx, app.services.files, person.institutionId),
          made: formatDay(today(timeZone)),
        };
      });
      const layout = new URL('./person-data.pdf.ts', import.meta.url);
      return reply.pdf({ title: `${entity} ${subject.number} data`, layout, data: sheet, save: true });
    },
  );

  app.post(
    `${path}/erase`,
    { config: { ...may('privacy.erase'), confirm: true }, schema: { params, body: ErasePerson } },
    async (request, reply) => {
      const { message } = await request.write((tx, actor) =>
        askErasure(tx, actor, key, request.params.id, request.body),
      );
      return reply.flash(message).go(`/privacy/${key}/${request.params.id}`);
    },
  );
}
