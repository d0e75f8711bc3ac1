import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { Refused, TooMany } from '#kernel/errors.ts';
import type { TableFormat } from '#kernel/export/columns.ts';
import { exportTable, type ExportedTable } from '#kernel/export/export-table.ts';
import { takeTurns } from '#kernel/export/turns.ts';
import type { App } from './routes.ts';

/** Made at once by one process: each takes a connection and most of a core. */
const atOnce = 2;
/** Of one person, in line, being made or being fetched: each takes space on the disk. */
const underWayEach = 3;
const longestMaking = 120_000;
const longestSilence = 120_000;

const mediaTypes: Record<TableFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Tables as downloads. */
export function registerExports(app: App): void {
  const folder = join(app.services.environment.dataFolder, 'exports');
  const inTurn = takeTurns(atOnce);
  const underWay = new Map<number | null, number>();

  app.decorateReply('table', async function (this: FastifyReply, format: TableFormat, describe: Describe) {
    const { request } = this;
    const { accountId } = request.actor;
    const mine = underWay.get(accountId) ?? 0;
    if (mine >= underWayEach)
      throw new TooMany(10, `${mine} of your downloads are not finished. Wait until they are, then try again.`);
    underWay.set(accountId, mine + 1);
    const leave = once(() => {
      const left = underWay.get(accountId)! - 1;
      if (left > 0) underWay.set(accountId, left);
      else underWay.delete(accountId);
    });

    const gone = new AbortController();
    this.raw.once('close', () => gone.abort());
    const late = AbortSignal.timeout(longestMaking);
    const signal = AbortSignal.any([gone.signal, late]);
    try {
      const made = await inTurn(signal, () =>
        request.snapshot(async (tx, actor) => {
          const table = describe(actor);
          return {
            ...(await exportTable(tx, actor, table, { format, folder, signal })),
            name: fileName(actor, table, format),
          };
        }),
      );
      const content = made.file.createReadStream({ start: 0 });
      content.once('close', leave);
      // Who takes nothing for so long is gone.
      this.raw.setTimeout(longestSilence, () => this.raw.destroy());
      return this.type(mediaTypes[format])
        .header('Content-Length', made.size)
        .header('Content-Disposition', `attachment; filename="${made.name}"`)
        .header('Cache-Control', 'no-store')
        .send(content);
    } catch (error) {
      leave();
      if (gone.signal.aborted) return this.hijack();
      if (late.aborted)
        throw new Refused('columns', 'The file was not ready in two minutes. Narrow the list, then export again.');
      throw error;
    }
  });
}

type Describe = (actor: Actor) => ExportedTable;

/** `students-olumo-heights-2026-11-21.csv`; of several institutions the name is left out. */
function fileName(actor: Actor, { title, institutionIds }: ExportedTable, format: TableFormat): string {
  const of = institutionIds.map((id) => membershipIn(actor, id)!);
  const place = of.length === 1 ? of[0]!.shortName : '';
  const words = `${title} ${place}`
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)!;
  return `${words.join('-')}-${today(of[0]?.timeZone ?? 'Africa/Lagos')}.${format}`;
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
