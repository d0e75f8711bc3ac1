import { connect } from '#kernel/database.ts';
import { classResultsOf } from '#features/results/results/term-results/members.queries.ts';
import { requestText } from '../http.ts';
import { median } from '../quantiles.ts';
import type { Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';
import { cardRows } from './card-rows.ts';
import { parentRows } from './parent-rows.ts';
import { classSize, fillClass, fillPastYears, type FilledClass } from './fill-class.ts';
import { promotionRows } from './promotion-rows.ts';

const clients = 16;

/** A class of 5,000 with 15 courses in three terms: computed, looked at, published. */
export async function classRows(site: Site, isQuick: boolean): Promise<Row[]> {
  const { client, school } = site;
  say(`Filling a class of ${classSize} …`);
  const filled = await fillClass(client, school.institutionId);
  await client.query(
    `update roles set permissions = permissions || array['results.view', 'results.publish', 'marks.approve']
     where institution_id = $1 and key = 'registrar'`,
    [school.institutionId],
  );
  say('Computing, showing and publishing it …');
  const rows = [await computed(site, filled), await broadsheet(site, filled, isQuick)];
  // What two terms leave, the third one reads.
  const [first, second, third] = [
    await published(site, filled, 0),
    await published(site, filled, 1),
    await published(site, filled, 2),
  ];
  const note = `${first.toFixed(1)} s the first term, ${second.toFixed(1)} s the second`;
  rows.push({ what: `third term of ${classSize} published`, value: third, unit: 's', budget: 5, note });
  rows.push(...(await cardRows(site, filled)));
  rows.push(...(await parentRows(site, filled.termIds[2]!, filled.studentIds, isQuick)));
  const some = filled.studentIds.slice(0, 400);
  await fillPastYears(client, school.institutionId, some);
  rows.push(await resultsPage(site, some, isQuick), ...(await promotionRows(site, filled)));
  return rows;
}

/** With positions over the class, which takes all of its batches at once. */
async function computed({ appUrl, school: { institutionId } }: Site, { classId, termIds }: FilledClass): Promise<Row> {
  const database = connect({ url: appUrl, max: 1 });
  const took = await database.asSystem([institutionId], async (tx) => {
    const times: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const from = performance.now();
      const { members } = await classResultsOf(tx, { institutionId, termId: termIds[2]!, classId });
      times.push((performance.now() - from) / 1000);
      if (members.length !== classSize) throw new Error(`${members.length} students were computed.`);
    }
    return times;
  });
  await database.close();
  return { what: `class of ${classSize} recomputed with positions, p50`, value: median(took), unit: 's', budget: 1.5 };
}

async function broadsheet({ registrar }: Site, { sheetIds }: FilledClass, isQuick: boolean): Promise<Row> {
  const took: number[] = [];
  for (let turn = 0; turn < (isQuick ? 5 : 20); turn += 1) {
    const from = performance.now();
    const { status } = await registrar.get(`/mark-sheets/${sheetIds[2]![0]}/broadsheet`, registrar.swap);
    took.push(performance.now() - from);
    if (status !== 200) throw new Error(`The broadsheet answered ${status}.`);
  }
  return { what: 'broadsheet of 60 × 18, p50', value: median(took), unit: 'ms', budget: 60 };
}

/** In seconds. */
async function published({ client, registrar }: Site, { sheetIds }: FilledClass, term: number): Promise<number> {
  await client.query('update sessions set confirmed_at = now()');
  const from = performance.now();
  const answer = await registrar.post(
    '/mark-sheets/publish',
    JSON.stringify({ ids: sheetIds[term] }),
    'application/json',
  );
  const took = (performance.now() - from) / 1000;
  if (answer.status !== 303)
    throw new Error(`Publishing answered ${answer.status}: ${answer.body.toString().slice(0, 300)}`);
  return took;
}

async function resultsPage({ app, driver, registrar }: Site, studentIds: number[], isQuick: boolean): Promise<Row> {
  const script = studentIds.map((id) => requestText({ path: `/students/${id}/results`, headers: registrar.swap }));
  const drive = { port: app.port, scripts: [script], clients, status: 200 };
  await driver.drive({ ...drive, seconds: 1 });
  const { p50, p99 } = await driver.drive({ ...drive, seconds: isQuick ? 1 : 5 });
  return {
    what: 'results of a student, four years, 16 clients, p99',
    value: p99,
    unit: 'ms',
    budget: 30,
    note: `p50 ${p50.toFixed(1)} ms`,
  };
}
