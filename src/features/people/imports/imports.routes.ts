import { z } from 'zod';
import { allow, institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { discardOnError } from '#kernel/files.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { receiveStoredFile } from '#web/uploads.ts';
import { CheckImport, checkImport } from './steps/check-import.ts';
import { maxBytes } from './engine/limits.ts';
import { checkedProps, columnsProps, progressProps, headOf, extraNotes } from './import-checked.ts';
import { isAtWork, mayCheckAgain } from './import-state.ts';
import {
  importChecked,
  importColumns,
  importEnd,
  importList,
  importNew,
  importProgress,
  type ImportEndProps,
} from './imports.pages.ts';
import { findImport, importListOf, listProblemGroups, type FoundImport, groupsWithoutHidden } from './imports.jobs.ts';
import { importPermission, mayImport } from './imports.policy.ts';
import { countedOf, importKinds } from './kinds/kind-labels.ts';
import { importCheckRoutes } from './steps/check.routes.ts';
import { importFileRoutes } from './files/files.routes.ts';
import { bulkPhotoRoutes } from './photos/photos.routes.ts';
import { RunImport, runOrAsk } from './steps/run-import.ts';
import { previewUndo, undoImport, undoableUntil, cancelImport } from './steps/undo-import.ts';
import { inspectUpload, StartImport, startImport } from './steps/start-import.ts';
import type { FastifyRequest } from 'fastify';
import { importDays } from '#kernel/jobs/tidy-forms.ts';
import { guessColumns } from './engine/guess.ts';
import { hiddenColumns } from './school/hidden-columns.ts';
import { mayUse } from './school/may-use.ts';
import { loadSchool } from './school/school.queries.ts';

const config = may(...mayImport);
const params = z.object({ id });
const view = { institution_id: id.optional(), academic_session: z.unknown().optional() };

export function importRoutes(app: App): void {
  const { files, jobs } = app.services;

  // All kinds the user can import, and each kind at its own URL.
  for (const kind of [undefined, 'employees', 'guardians', 'openings', 'results'] as const) {
    const list = importListOf(kind);
    app.get(
      kind ? `/imports/${kind}` : '/imports',
      { config: kind ? may(importPermission[kind]) : config, schema: { querystring: list.Filter } },
      async (request, reply) =>
        reply.page(
          importList,
          await list.props(request, (_, actor) => ({ kind: kind ?? null, mayImport: kindsOf(actor) })),
        ),
    );
  }

  app.get(
    '/imports/new',
    { config, schema: { querystring: z.object({ ...view, kind: z.enum(importKinds).optional() }) } },
    async (request, reply) => {
      const props = await request.read(async (_, actor) => {
        const kinds = kindsOf(actor);
        const { kind = kinds[0]!, institution_id: wanted } = request.query;
        if (!kinds.includes(kind)) throw new NotAllowed();
        const inView = institutionsInView(actor, wanted, importPermission[kind]);
        return {
          kind,
          institutions: institutionsWhere(actor, importPermission[kind]).map((one) => ({
            id: one,
            name: membershipIn(actor, one)!.name,
          })),
          institutionId: inView.length === 1 ? inView[0]! : null,
        };
      });
      return reply.page(importNew, props);
    },
  );

  app.post('/imports', { config }, async (request, reply) => {
    const {
      fields: input,
      fileName,
      stored,
    } = await receiveStoredFile(request, files, {
      field: 'file',
      bytes: maxBytes,
      fields: StartImport,
      tooLarge: 'Split it into smaller files.',
    });
    const importId = await discardOnError(files, [stored], async () => {
      // Only users who can import have a file read.
      allow(request.actor, importPermission[input.kind], input.institutionId);
      const upload = await inspectUpload(files, input.institutionId, stored, fileName);
      return request.write((tx, actor) => startImport(tx, actor, input, upload));
    });
    return reply.seeOther(`/imports/${importId}`);
  });

  app.get(
    '/imports/:id',
    { config, schema: { params, querystring: z.object({ ...view, step: z.literal('columns').optional() }) } },
    async (request, reply) => {
      const found = await request.read((db, actor) => findImport(db, actor, request.params.id));
      const { state } = found;
      if (isAtWork(state)) return reply.page(importProgress, await progressProps(request, found));
      if (state === 'uploaded' || (request.query.step && mayCheckAgain(found)))
        return reply.page(importColumns, await columnsProps(request, found));
      if (state === 'checked') return reply.page(importChecked, await checkedProps(request, found));
      return reply.page(importEnd, await endProps(request, found));
    },
  );

  app.post('/imports/:id/check', { config, schema: { params, body: CheckImport } }, async (request, reply) => {
    await request.write((tx, actor) => checkImport(tx, actor, jobs, request.params.id, request.body));
    return reply.seeOther(`/imports/${request.params.id}`);
  });

  app.post('/imports/:id/run', { config, schema: { params, body: RunImport } }, async (request, reply) => {
    const asked = await request.write((tx, actor) => runOrAsk(tx, actor, jobs, request.params.id, request.body));
    const answer = asked ? reply.flash({ message: asked.message, tone: 'info' }) : reply;
    return answer.seeOther(`/imports/${request.params.id}`);
  });

  // The counts for the confirmation, fetched when the dialog opens.
  app.get('/imports/:id/undo', { config, schema: { params } }, async (request, reply) =>
    reply.send(await request.write((tx, actor) => previewUndo(tx, actor, request.params.id))),
  );

  app.post('/imports/:id/undo', { config, schema: { params } }, async (request, reply) => {
    const asked = await request.write((tx, actor) => undoImport(tx, actor, jobs, request.params.id));
    if (asked) reply.flash({ message: asked.message, tone: 'info' });
    return reply.seeOther(`/imports/${request.params.id}`);
  });

  app.post('/imports/:id/cancel', { config, schema: { params } }, async (request, reply) => {
    const { importedCount, kind } = await request.write((tx, actor) => cancelImport(tx, actor, request.params.id));
    const message = importedCount
      ? `The import is cancelled. ${countedOf(kind, importedCount)} ${importedCount === 1 ? 'was' : 'were'} already imported and ${importedCount === 1 ? 'remains' : 'remain'}.`
      : 'The import is cancelled. Nothing was imported.';
    return reply.flash({ message, tone: 'info' }).seeOther(`/imports/${request.params.id}`);
  });

  importCheckRoutes(app);
  importFileRoutes(app);
  bulkPhotoRoutes(app);
}

/** The kinds of people the user can import in any institution. */
const kindsOf = (actor: Actor) =>
  importKinds.filter((kind) => institutionsWhere(actor, importPermission[kind]).length > 0);

/** What became of an import, and how long it can be undone. */
const endProps = async (request: FastifyRequest, found: FoundImport): Promise<ImportEndProps> => ({
  import: {
    ...headOf(found, request.actor),
    imported: found.importedCount,
    bad: found.badCount,
    mode: found.mode,
  },
  left: {
    problems: await namedProblems(request, found),
    rows: found.preview.left?.rows ?? [],
    count: found.preview.left?.count ?? 0,
    notes: extraNotes(found.format),
  },
  failure: found.failure,
  mayCheckAgain: mayCheckAgain(found),
  undoableUntil: undoOffered(found),
  undone: found.undoneAt && found.undoResult && { at: found.undoneAt.toISOString(), result: found.undoResult },
  file: {
    isGone: found.emptiedAt !== null,
    wasErased: found.emptiedByErasure,
    goesOn: (found.emptiedAt ?? goesAt(found)).toISOString(),
  },
});

const shownProblems = 20;

/** The rows with problems by name, without values that the user has no access to. */
async function namedProblems(request: FastifyRequest, found: FoundImport): Promise<ImportEndProps['left']['problems']> {
  if (found.badCount === 0) return [];
  const [groups, school] = await request.read((db, reader) =>
    Promise.all([
      listProblemGroups(db, reader, found.id, shownProblems),
      loadSchool(db, found.institutionId, found.kind),
    ]),
  );
  const { roster, surroundings } = school;
  const canImport = mayUse(request.actor, found.institutionId, roster);
  const guesses = guessColumns(found.format.columns, roster, surroundings, canImport, found.corrections.words);
  const hidden = hiddenColumns(found, guesses, roster, canImport);
  return groupsWithoutHidden(groups, hidden).map(({ message, count, rows }) => ({ message, count, rows }));
}

function undoOffered(found: FoundImport): string | null {
  const until = undoableUntil(found);
  return until && until > new Date() ? until.toISOString() : null;
}

const goesAt = ({ finishedAt, createdAt }: FoundImport) =>
  new Date((finishedAt ?? createdAt).getTime() + importDays * 86_400_000);
