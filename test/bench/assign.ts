import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { quantiles } from './quantiles.ts';
import type { Registrar } from './registrar.ts';

/** Moves the same thousand students to and fro between two batches. Milliseconds as the browser waits. */
export async function assignThousand(
  client: pg.Client,
  registrar: Registrar,
  hallIds: [number, number],
  times: number,
) {
  const { rows } = await client.query<{ id: string }>(
    `select id from students where batch_id is null and status = 'active' order by sort_name, id limit 1000`,
  );
  const found: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    const body = JSON.stringify({ batch_id: hallIds[turn % 2], student_ids: rows.map(({ id }) => Number(id)) });
    const from = performance.now();
    const answer = await registrar.post('/students/batch-assignment', body, 'application/json');
    found.push(performance.now() - from);
    if (answer.body.toString() !== 'success')
      throw new Error(`The assignment answered ${answer.status}: ${answer.body.toString().slice(0, 300)}`);
  }
  return { students: rows.length, ...quantiles(found) };
}
