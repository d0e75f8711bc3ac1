import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { mayImport } from '../imports.policy.ts';
import { CorrectImport, correctImport } from './correct-import.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { notations } from '#kernel/notation.ts';
import { seen, checkAgain, lockChecked, DecideDuplicates, decideDuplicates } from './run-import.ts';

const config = may(...mayImport);
const params = z.object({ id });

/** What is decided on the check page, each followed by another check. */
export function importCheckRoutes(app: App): void {
  const { jobs } = app.services;

  app.post('/imports/:id/alike', { config, schema: { params, body: DecideDuplicates } }, async (request, reply) => {
    await request.write((tx, actor) => decideDuplicates(tx, actor, jobs, request.params.id, request.body));
    return reply.seeOther(`/imports/${request.params.id}`);
  });

  app.post('/imports/:id/notation', { config, schema: { params, body: ChooseNotation } }, async (request, reply) => {
    await request.write((tx, actor) => chooseNotation(tx, actor, jobs, request.params.id, request.body));
    return reply.seeOther(`/imports/${request.params.id}`);
  });

  app.post('/imports/:id/corrections', { config, schema: { params, body: CorrectImport } }, async (request, reply) => {
    await request.write((tx, actor) => correctImport(tx, actor, jobs, request.params.id, request.body));
    return reply.seeOther(`/imports/${request.params.id}`);
  });
}

const ChooseNotation = z.object({ notation: z.enum(notations, 'Choose point or comma.'), seen });

/** Saves which sign stands before the decimals in the file and queues another check. */
async function chooseNotation(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  importId: number,
  { notation, seen: shown }: z.infer<typeof ChooseNotation>,
): Promise<void> {
  const found = await lockChecked(tx, actor, importId, shown);
  await checkAgain(tx, actor, jobs, found, { options: { ...found.options, notation } });
}
