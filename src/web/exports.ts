import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError, TooMany } from '#kernel/errors.ts';
import { mediaTypes, type TableFormat } from '#kernel/export/columns.ts';
import { exportFileName } from '#kernel/export/export-name.ts';
import { exportTable, type ExportedTable, type MadeFile } from '#kernel/export/export-table.ts';
import { takeTurns } from '#kernel/export/turns.ts';
import type { App } from './routes.ts';

/** Exports that one process makes at once: each takes a connection and most of a core. */
const maxConcurrentExports = 2;
/** Per user, queued, running or downloading: each takes disk space. */
const underWayEach = 3;
const longestMaking = 120_000;
const longestSilence = 120_000;

/** Downloads of tables. */
export function registerExports(app: App): void {
  const { environment } = app.services;
  const folder = join(environment.dataFolder, 'exports');
  const inTurn = takeTurns(maxConcurrentExports);
  const begin = countUnderWay();

  app.decorateReply('table', async function (this: FastifyReply, format: TableFormat, describe: Describe) {
    const { request, raw } = this;
    const end = begin(request.maybeActor!);
    const gone = new AbortController();
    raw.once('close', () => gone.abort());
    const late = AbortSignal.timeout(longestMaking);
    const signal = AbortSignal.any([gone.signal, late]);
    let made: MadeFile | undefined;
    try {
      const name = await inTurn(signal, () =>
        request.snapshotReplica(async (tx, actor, database) => {
          const table = await describe(actor, tx);
          made = await exportTable(tx, actor, table, { format, folder, database, signal });
          return exportFileName(actor, table, format);
        }),
      );
      gone.signal.throwIfAborted();
      const content = made!.file.createReadStream({ start: 0 });
      content.once('close', end);
      // A client that reads nothing for so long is gone.
      raw.setTimeout(longestSilence, () => raw.destroy());
      return this.type(mediaTypes[format])
        .header('Content-Length', made!.size)
        .header('Content-Disposition', `attachment; filename="${name}"`)
        .header('Cache-Control', 'no-store')
        .send(content);
    } catch (error) {
      end();
      await made?.file.close();
      if (gone.signal.aborted) return this.hijack();
      if (late.aborted)
        throw new ValidationError(
          'columns',
          'The file was not ready in two minutes. Filter the list, then export again.',
        );
      throw error;
    }
  });
}

/** Limits a user's downloads; returns a function to call when one has ended. */
function countUnderWay() {
  const counts = new Map<number | null, number>();
  const add = (person: number | null, by: 1 | -1) => {
    const count = (counts.get(person) ?? 0) + by;
    if (count > 0) counts.set(person, count);
    else counts.delete(person);
  };
  return ({ accountId }: Actor) => {
    if ((counts.get(accountId) ?? 0) >= underWayEach)
      throw new TooMany(
        10,
        `${underWayEach} of your downloads are still running. Wait until they finish, then try again.`,
      );
    add(accountId, 1);
    let isUnderWay = true;
    return () => {
      if (isUnderWay) add(accountId, -1);
      isUnderWay = false;
    };
  };
}

type Describe = (actor: Actor, tx: Tx) => ExportedTable | Promise<ExportedTable>;
