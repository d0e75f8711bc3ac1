import { z } from 'zod';
import { allow, institutionChoice } from '#kernel/actor.ts';
import type { takeTurns } from '#kernel/export/turns.ts';
import { discardOnError } from '#kernel/files.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import { answerInTurn, receiveStoredFile } from '#web/uploads.ts';
import { fetFileNewPage, fetFilePage } from '../fet.pages.ts';
import { readUpload, uploadBytes } from '../format/read-fet.ts';
import { keepFile, describeFile, findFile, schoolOfFile } from './school-files.ts';
import { makeDraft, MakeDraft } from './make-draft.ts';

const params = z.object({ id });
const config = may('timetable.edit');

/** Files of FET from elsewhere: read, mapped to what is here, made into a draft. */
export function schoolFileRoutes(app: App, inTurn: ReturnType<typeof takeTurns>): void {
  const { files } = app.services;

  app.get('/fet-files/new', { config, schema: { querystring: z.object(viewFields) } }, async (request, reply) =>
    reply.page(fetFileNewPage, institutionChoice(request.actor, request.query.institution_id, 'timetable.edit')),
  );

  app.post('/fet-files', { config }, async (request, reply) => {
    const { stored, fileName, fields } = await receiveStoredFile(request, files, {
      field: 'file',
      bytes: uploadBytes,
      fields: z.object({ institutionId: id }),
      tooLarge: 'FET writes smaller files, also for large schools.',
    });
    return discardOnError(files, [stored], () =>
      answerInTurn(reply, inTurn, async () => {
        // Only of people who make timetables there a file is read.
        allow(request.actor, 'timetable.edit', fields.institutionId);
        const file = await readUpload(files, stored);
        const fileId = await request.write((tx, actor) =>
          keepFile(tx, actor, fields.institutionId, file, fileName || 'timetable.fet'),
        );
        await files.discard(stored.storedAs);
        return reply.seeOther(`/fet-files/${fileId}`);
      }),
    );
  });

  app.get('/fet-files/:id', { config, schema: { params } }, async (request, reply) => {
    const [file, school] = await request.read((db, actor) =>
      Promise.all([findFile(db, actor, request.params.id), schoolOfFile(db, actor, request.params.id)]),
    );
    return reply.page(fetFilePage, {
      file: describeFile(file, school),
      choices: {
        ...school,
        courses: school.courses.map(({ id: of, code, title }) => ({ id: of, name: `${title} (${code})` })),
        teachers: school.teachers.map((one) => ({ id: one.id, name: `${one.firstName} ${one.surname}` })),
      },
    });
  });

  app.post(
    '/fet-files/:id/draft',
    { config: { ...config, once: true }, schema: { params, body: MakeDraft } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const made = await makeDraft(tx, actor, request.params.id, request.body);
        const { timetableId, lessons, placed, refused, leftOut, rulesLeftOut } = made;
        const said = [
          `${countOf(lessons, 'lesson')} added, ${placed} placed.`,
          refused > 0 && `${refused} could not be placed as in the file.`,
          leftOut > 0 && `${countOf(leftOut, 'activity', 'activities')} skipped.`,
          rulesLeftOut.length > 0 &&
            `Rules skipped, because they apply only to some lessons: ${rulesLeftOut.join(', ')}.`,
        ];
        return { flash: said.filter(Boolean).join(' '), go: `/timetables/${timetableId}` };
      }),
  );
}
