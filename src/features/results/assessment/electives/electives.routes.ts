import { z } from 'zod';
import { discardAll } from '#kernel/files.ts';
import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { id } from '#kernel/schemas.ts';
import { readSmallTable } from '#features/people/imports/reader/read-small-table.ts';
import { may, type App } from '#web/routes.ts';
import { receiveStoredFile } from '#web/uploads.ts';
import { electivesPage } from '../assessment.pages.ts';
import { AssignElectives, assignElectives, lockElectives } from './assign-electives.ts';
import { checkElectivesFile } from './check-electives-file.ts';
import { ChooseByRule, chooseByRule } from './choose-by-rule.ts';
import { electivesPageProps } from './electives-page.queries.ts';

const params = z.object({ id });
const config = may('students.edit');
const at = '/batches/:id/electives';

/** The electives of a whole class arm: by list, by rule and by file. */
export function electiveRoutes(app: App): void {
  const { files } = app.services;
  app.get(at, { config, schema: { params } }, async (request, reply) =>
    reply.page(electivesPage, await request.snapshot((db, actor) => electivesPageProps(db, actor, request.params.id))),
  );

  app.post(
    at,
    {
      config: { ...config, ...allowedForOwnFamily('The own family is left out; a colleague chooses for it.') },
      schema: { params, body: AssignElectives },
    },
    async (request, reply) => {
      const { choices, replace } = request.body;
      const message = await request.write(async (tx, actor) =>
        assignElectives(
          tx,
          actor,
          await lockElectives(tx, actor, request.params.id),
          choices.map((choice) => ({ studentId: choice.student_id, offeringId: choice.offering_id })),
          { isReplacing: replace },
        ),
      );
      return reply.send({ message });
    },
  );

  app.post(`${at}/rule`, { config, schema: { params, body: ChooseByRule } }, async (request, reply) =>
    reply.send({
      message: await request.write((tx, actor) => chooseByRule(tx, actor, request.params.id, request.body)),
    }),
  );

  app.post(`${at}/check`, { config: { ...config, isHeavy: true }, schema: { params } }, async (request, reply) => {
    // Checked before the upload is read.
    const { batch, electives, students } = await request.snapshot((db, actor) =>
      electivesPageProps(db, actor, request.params.id),
    );
    const { stored } = await receiveStoredFile(request, files, { field: 'file', bytes: 2_000_000 });
    try {
      const table = await readSmallTable(files, batch.institutionId, stored, 'marks');
      return reply.send(checkElectivesFile(table, electives, students));
    } finally {
      await discardAll(files, [stored.storedAs]);
    }
  });
}
