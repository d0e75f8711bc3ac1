import { z } from 'zod';
import { takeTurns } from '#kernel/export/turns.ts';
import { discardAll, recordStored } from '#kernel/files.ts';
import { may, type App } from '#web/routes.ts';
import { applicantAddresses } from './addresses.ts';
import { applicantActor } from './apply.routes.ts';
import { headingOf } from './application.routes.ts';
import { OwnPlace, ownRoutes } from './own-page.ts';
import { showAgain, wantsPage } from '#features/school/site/public/form-answers.ts';
import { keepPaper, paperBytes, preparePaper, removePaper, partOfPaper } from './keep-paper.ts';
import { papersPage, type PapersProps, type PaperRow } from './steps.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { files as fileRows } from '#kernel/tables.ts';
import { applicationPapers, applications } from '../admissions.schema.ts';
import { hasPaper, neighbours, stepLinks, type AtStep } from './send-application.ts';
import { isEditable, type OwnApplication } from './open-application.ts';

const key = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);
const Sent = z.object({ kind: key }).loose();
const OnePaper = OwnPlace.extend({ kind: key });

const uploadsPerMinute = 120;
// Taken once the file is complete, so that a slow upload delays nobody.
const inTurn = takeTurns(2);

/** Photo and papers of an application: each is sent alone, so that a thin network loses one at most. */
export function papersRoutes(app: App): void {
  const { database, files } = app.services;
  const { find, keyOf, pages } = ownRoutes(app);

  function propsOf(here: AtStep): PapersProps {
    const { at, code, csrf } = here;
    const to = applicantAddresses(at.site.slug);
    return {
      csrf,
      action: to.own(code, 'papers'),
      values: {},
      errors: {},
      message: null,
      steps: stepLinks(here, 'papers', []),
      papers: paperRows(here),
      next: neighbours(here, 'papers').next,
      back: neighbours(here, 'papers').back ?? to.own(code),
    };
  }

  app.get(
    '/sites/:slug/application/:code/papers',
    { config: may('public'), schema: { params: OwnPlace } },
    async (request, reply) => {
      const here = await find(request, reply);
      if (!here) return pages.lost(reply);
      return pages.send(reply, here.at, papersPage, { heading: headingOf('papers'), props: propsOf(here) });
    },
  );

  for (const act of ['papers', 'papers/remove'] as const)
    app.post(
      `/sites/:slug/application/:code/${act}`,
      {
        config: {
          ...may('public'),
          takesForm: true,
          rateLimit: { max: uploadsPerMinute },
          ...(act === 'papers' && { takesFile: paperBytes }),
        },
        schema: { params: OwnPlace, body: Sent },
        errorHandler: (error, request, reply) =>
          showAgain(pages, request, reply, error, async () => {
            const here = await find(request, reply);
            return here && { at: here.at, heading: headingOf('papers'), page: papersPage, props: propsOf(here) };
          }),
      },
      async (request, reply) => {
        const { slug, code } = request.params;
        const { kind } = request.body;
        const here = await find(request, reply);
        if (!here) return pages.lost(reply);
        const { institutionId } = here.at.place;
        const ownKey = keyOf(institutionId, code);
        if (act === 'papers/remove') {
          const old = await database.asSystem([institutionId], (tx) => removePaper(tx, ownKey, kind));
          await discardAll(files, old);
        } else {
          const gone = new AbortController();
          reply.raw.once('close', () => gone.abort());
          const paper = await inTurn(gone.signal, () => preparePaper(kind, request.sentFile));
          const old = await recordStored(files, paper.contents, (stored) =>
            database.asSystem([institutionId], async (tx) =>
              keepPaper(tx, applicantActor(here.at), ownKey, paper, stored),
            ),
          );
          await discardAll(files, old);
        }
        if (wantsPage(request)) return reply.seeOther(`${applicantAddresses(slug).own(code, 'papers')}#${kind}`);
        const after = await find(request, reply);
        return reply.send({ paper: after && paperRows(after).find((row) => row.key === kind) });
      },
    );

  app.get(
    '/sites/:slug/application/:code/papers/:kind',
    { config: may('public'), schema: { params: OnePaper } },
    async (request, reply) => {
      const here = await find(request, reply);
      const file = here && (await pages.read(here.at.place, (db) => paperFile(db, here.own, request.params.kind)));
      if (!file) return pages.lost(reply);
      return reply
        .header('X-Content-Type-Options', 'nosniff')
        .header('Content-Security-Policy', `default-src 'none'; sandbox`)
        .header('Content-Disposition', `inline; filename*=UTF-8''${encodeURIComponent(file.name)}`)
        .header('Content-Length', file.size)
        .type(file.mediaType)
        .send(await files.open(file.storedAs));
    },
  );
}

/** The papers that the applicant can send, with what is there. */
function paperRows({ at, code, own }: AtStep): PaperRow[] {
  const to = applicantAddresses(at.site.slug);
  return own.intake.papers
    .map(({ isRequired, key: paper, label }) => {
      const there = own.papers.find(({ kind }) => kind === paper);
      const href = `${to.own(code, 'papers')}/${paper}`;
      return {
        key: paper,
        label,
        isRequired,
        isPhoto: paper === 'photo',
        file: hasPaper(own, paper)
          ? { name: there?.name ?? 'photo.jpg', size: there ? sizeOf(there.size) : '', href }
          : null,
        task: own.tasks.find(({ part }) => part === partOfPaper(paper))?.message ?? null,
        isEditable: isEditable(own, partOfPaper(paper)),
      };
    })
    .filter(({ isEditable: canChange }) => canChange);
}

const sizeOf = (bytes: number) =>
  bytes >= 1_048_576 ? `${(bytes / 1_048_576).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`;

/** A stored paper of the application; the photo in its small size. */
async function paperFile(db: Db, { application }: OwnApplication, kind: string) {
  const { institutionId, id } = application;
  const isIt =
    kind === 'photo'
      ? sql`${fileRows.id} = (select ${applications.photoSmallId} from ${applications}
          where ${applications.institutionId} = ${institutionId} and ${applications.id} = ${id})`
      : inArray(
          fileRows.id,
          db
            .select({ fileId: applicationPapers.fileId })
            .from(applicationPapers)
            .where(
              and(
                eq(applicationPapers.institutionId, institutionId),
                eq(applicationPapers.applicationId, id),
                eq(applicationPapers.kind, kind),
              ),
            ),
        );
  const [file] = await db
    .select({ storedAs: fileRows.storedAs, name: fileRows.name, mediaType: fileRows.mediaType, size: fileRows.size })
    .from(fileRows)
    .where(and(eq(fileRows.institutionId, institutionId), isIt));
  return file ?? null;
}
