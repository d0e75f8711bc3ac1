import { z } from 'zod';
import { can as mayDo, institutionsInView } from '#kernel/actor.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { Conflict, NotAllowed } from '#kernel/errors.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { checkDraft } from '../draft/checks.ts';
import { Board } from '../draft/board.ts';
import { readDraft } from '../draft/draft.queries.ts';
import { publishPage, versionFormPage, versionListPage } from '../timetable.pages.ts';
import { maySeeTimetable } from '../timetable.policy.ts';
import { chooseInstitution } from './choose-institution.ts';
import { createTimetable } from './create-timetable.ts';
import { deleteTimetable, EditTimetable, editTimetable } from './edit-timetable.ts';
import { publishFacts } from './publish.queries.ts';
import { publishTimetable, withdrawTimetable } from './publish-timetable.ts';
import { CreateTimetable, PublishTimetable } from './version-fields.ts';
import { findVersion, listVersions, versionChoices } from './versions.queries.ts';

const params = z.object({ id });
const seeing = may(...maySeeTimetable);
const editing = may('timetable.edit');
const publishing = may('timetable.publish');
const home = '/timetables';

/** Versions: begun, copied, renamed, published from a day on, withdrawn. */
export function versionRoutes(app: App): void {
  app.get(home, { config: seeing, schema: { querystring: z.object(viewFields) } }, async (request, reply) => {
    const wanted = request.query.institution_id;
    const rows = await request.read((db, actor) => listVersions(db, actor, wanted));
    const canEdit = institutionsInView(request.actor, wanted, 'timetable.edit').length > 0;
    return reply.page(versionListPage, { rows, can: { edit: canEdit } });
  });

  app.get(
    `${home}/new`,
    { config: editing, schema: { querystring: z.object({ ...viewFields, copy: queryParam(id) }) } },
    async (request, reply) => {
      const { institution_id: wanted, copy } = request.query;
      const source = copy === undefined ? null : await request.read((db, actor) => findVersion(db, actor, copy));
      const choice = chooseInstitution(request.actor, source?.institutionId ?? wanted);
      const choices = await request.read((db) => versionChoices(db, choice.institutionId));
      return reply.page(versionFormPage, { ...choice, ...choices, version: null, copyId: source?.id ?? null });
    },
  );

  app.post(home, { config: { ...editing, once: true }, schema: { body: CreateTimetable } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const timetableId = await createTimetable(tx, actor, request.body);
      return { flash: `${request.body.name} was added.`, go: `${home}/${timetableId}` };
    }),
  );

  app.get(`${home}/:id/edit`, { config: editing, schema: { params } }, async (request, reply) => {
    const version = await request.read((db, actor) => findVersion(db, actor, request.params.id));
    if (!mayDo(request.actor, 'timetable.edit', version.institutionId)) throw new NotAllowed();
    return reply.page(versionFormPage, {
      institutionId: version.institutionId,
      institutions: [],
      sessions: [],
      versions: [],
      version,
      copyId: null,
      opened: openedOf(EditTimetable, version),
    });
  });

  app.post(`${home}/:id`, { config: editing, schema: { params, body: EditTimetable } }, async (request, reply) => {
    await request.write((tx, actor) => editTimetable(tx, actor, request.params.id, request.body));
    return reply.flash(`${request.body.name} was saved.`).go(`${home}/${request.params.id}`);
  });

  app.post(`${home}/:id/delete`, { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => deleteTimetable(tx, actor, request.params.id));
    return reply.flash(`${name} was deleted.`).go(home);
  });

  app.get(`${home}/:id/publish`, { config: publishing, schema: { params } }, async (request, reply) => {
    const version = await request.read((db, actor) => findVersion(db, actor, request.params.id));
    if (!mayDo(request.actor, 'timetable.publish', version.institutionId)) throw new NotAllowed();
    if (version.state !== 'draft') throw new Conflict(`${version.name} is published already.`);
    const [draft, facts] = await request.read((db) =>
      Promise.all([
        readDraft(db, [version.institutionId], version.id),
        publishFacts(db, version.institutionId, version.id),
      ]),
    );
    return reply.page(publishPage, { version, checks: checkDraft(new Board(draft)), ...facts });
  });

  app.post(
    `${home}/:id/publish`,
    { config: publishing, schema: { params, body: PublishTimetable } },
    async (request, reply) => {
      const words = await request.write((tx, actor) => publishTimetable(tx, actor, request.params.id, request.body));
      return reply.flash(words).go(`${home}/${request.params.id}`);
    },
  );

  app.post(`${home}/:id/withdraw`, { config: publishing, schema: { params } }, async (request, reply) => {
    const words = await request.write((tx, actor) => withdrawTimetable(tx, actor, request.params.id));
    return reply.flash(words).go(`${home}/${request.params.id}`);
  });
}
