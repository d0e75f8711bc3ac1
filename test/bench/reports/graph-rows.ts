import { performance } from 'node:perf_hooks';
import { quantiles } from '../quantiles.ts';
import { ms, whole, type Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';

/** A graph of everybody in two groups, as the designer asks for it at each change. */
export async function graphRows({ registrar, school, shape }: Site, isQuick: boolean): Promise<Row[]> {
  say('Drawing a graph …');
  const body = JSON.stringify({
    institution_id: school.institutionId,
    subject: 'student',
    filters: '{"joined":"and","groups":[]}',
    first_group: 'class',
    first_step: '',
    second_group: 'gender',
    second_step: '',
    measure: 'count',
    measure_field: '',
    chart: 'stacked',
    order_by: 'group',
  });
  const times: number[] = [];
  for (let round = 0; round < (isQuick ? 10 : 40); round++) {
    const from = performance.now();
    // oxlint-disable-next-line no-await-in-loop
    const { status, body: answer } = await registrar.post('/graphs/preview', body, 'application/json');
    times.push(performance.now() - from);
    const { graph } = JSON.parse(answer.toString()) as { graph?: { totals: { all: number } } };
    if (status !== 200 || !graph || graph.totals.all < shape.students * 0.9)
      throw new Error(`The graph answered ${status}: ${answer.toString().slice(0, 300)}`);
  }
  const { p50, p99 } = quantiles(times);
  const what = `graph of ${whole(shape.students)} students in two groups`;
  return [{ what, value: p50, unit: 'ms', budget: 150, note: `p99 ${ms(p99)}` }];
}
