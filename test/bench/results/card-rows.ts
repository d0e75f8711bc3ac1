import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOfChildren } from '../processes.ts';
import type { Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';
import type { FilledClass } from './fill-class.ts';

/** 540 published report cards in one file, which a job makes; and what the process that draws them takes. */
export async function cardRows({ app, client, registrar }: Site, { sheetIds }: FilledClass): Promise<Row[]> {
  const ids = sheetIds[2]!.slice(0, 9);
  say('Drawing report cards …');
  const from = performance.now();
  const { status, body } = await registrar.post('/card-files', JSON.stringify({ ids }), 'application/json');
  if (status !== 303) throw new Error(`Printing answered ${status}: ${body.toString().slice(0, 300)}`);
  let [file, memory] = [{ state: 'queued', done: 0 }, 0];
  while (file.state !== 'done') {
    // oxlint-disable no-await-in-loop
    await sleep(50);
    memory = Math.max(memory, memoryOfChildren(app.pid) ?? 0);
    const { rows } = await client.query<typeof file>(
      'select state, done_count as done from card_files order by id desc limit 1',
    );
    // oxlint-enable no-await-in-loop
    file = rows[0]!;
    if (file.state === 'failed') throw new Error('The report cards could not be drawn.');
  }
  const took = (performance.now() - from) / 1000;
  return [
    { what: `${file.done} report cards in one file`, value: took, unit: 's', budget: 15 },
    { what: 'memory of the process that draws them', value: memory, unit: 'MB', budget: 150 },
  ];
}
