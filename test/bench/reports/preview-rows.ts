import { performance } from 'node:perf_hooks';
import { quantiles } from '../quantiles.ts';
import { ms, whole, type Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';
import { designOf, filtersOf } from './report-design.ts';

/** Fields behind three joins: the seat in a class, next of kin, and the state of origin. */
const fields = ['surname', 'first_name', 'class', 'next_of_kin_name', 'next_of_kin_phone', 'state', 'gender'];

/** The first rows of a report with two filters, as the designer asks for them at each change. */
export async function previewRows({ registrar, school, shape }: Site, isQuick: boolean): Promise<Row[]> {
  say('Previewing a report …');
  const filters = filtersOf(
    { field: 'gender', operator: 'one_of', values: ['female'] },
    { field: 'surname', operator: 'contains', values: ['a'] },
  );
  const body = JSON.stringify({ institution_id: school.institutionId, ...designOf(fields, { filters }) });
  const times: number[] = [];
  for (let round = 0; round < (isQuick ? 20 : 100); round++) {
    const from = performance.now();
    // oxlint-disable-next-line no-await-in-loop
    const { status, body: answer } = await registrar.post('/reports/preview', body, 'application/json');
    times.push(performance.now() - from);
    const preview = JSON.parse(answer.toString()) as { rows?: unknown[] };
    if (status !== 200 || preview.rows?.length !== 50)
      throw new Error(`The preview answered ${status}: ${answer.toString().slice(0, 300)}`);
  }
  const { p50, p99 } = quantiles(times);
  const what = `preview of ${whole(shape.students)} students, three joins, two filters`;
  return [{ what, value: p50, unit: 'ms', budget: 100, note: `p99 ${ms(p99)}` }];
}
