import { parseArgs } from 'node:util';
import { admissionRows } from './admission/admission-rows.ts';
import { attendanceRows } from './attendance/attendance-rows.ts';
import { bundle } from '../../bin/bootstrap.mjs';
import { endCleanly } from './end-cleanly.ts';
import { exportedRows } from './export.ts';
import { openEnvironment } from './bench-environment.ts';
import { guard } from './guard.ts';
import { idleRows } from './idle.ts';
import { exportRows } from './measure-rows.ts';
import { jobRows } from './jobs.ts';
import { messageRows } from './messages/message-rows.ts';
import { moneyRows } from './money/money-rows.ts';
import { conclude } from './outcome.ts';
import { batchCount } from './school-rows.ts';
import { shapeOf } from './school.ts';
import { fillSchool, measureSchools } from './schools.ts';
import { reportRows } from './reports/report-rows.ts';
import { resultsRows } from './results/results-rows.ts';
import { serve } from './site.ts';
import { startRows } from './start.ts';

// npm run bench -- [--scale 100000 | --scales 10000,peers,… | --all] [--quick] [--only list,search,…] [--record],
// or with --guard [--base COMMIT]: is anything slower than it was there, or else in the commit before?
const { values } = parseArgs({
  options: {
    scale: { type: 'string' },
    scales: { type: 'string' },
    all: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    record: { type: 'boolean', default: false },
    guard: { type: 'boolean', default: false },
    base: { type: 'string' },
  },
});
const isQuick = values.quick;
const scales = values.all
  ? ['10000', '100000', '1000000', 'peers']
  : (values.scales ?? values.scale ?? (isQuick ? '10000' : '100000')).split(',');
const shapes = scales.map(shapeOf).toSorted((a, b) => a.students - b.students);
/** A group of schools with 60,000 guardians. */
const messageShape = { students: 60_000, classes: batchCount };
const isWanted = (part: string) => !values.only || values.only.split(',').includes(part);

await endCleanly(async () => {
  bundle();
  if (values.guard) {
    process.exitCode = await guard(values.base);
    return;
  }
  const { environment, stopPostgres } = await openEnvironment();

  const { schools, rows } = await measureSchools(environment, shapes, { isQuick, isWanted });
  if (isWanted('export') && !isQuick) {
    const shape = { ...shapeOf(String(exportedRows)), name: 'export' };
    rows.push(...(await serve(await fillSchool(environment, 'school_export', shape), (site) => exportRows(site, 5))));
  }
  if (isWanted('money')) {
    const filled = await fillSchool(environment, 'school_money', { ...shapeOf('peers'), name: 'money' });
    rows.push(...(await serve(filled, (site) => moneyRows(site, isQuick))));
  }
  if (isWanted('admission')) {
    const filled = await fillSchool(environment, 'school_admission', { ...shapeOf('peers'), name: 'admission' });
    rows.push(...(await serve(filled, (site) => admissionRows(site, isQuick))));
  }
  if (isWanted('results')) {
    const filled = await fillSchool(environment, 'school_results', { ...shapeOf('peers'), name: 'results' });
    rows.push(...(await serve(filled, (site) => resultsRows(site, isQuick))));
  }
  if (isWanted('messages')) {
    const filled = await fillSchool(environment, 'school_messages', { ...messageShape, name: 'messages' });
    rows.push(...(await serve(filled, (site) => messageRows(site, isQuick))));
  }
  if (isWanted('attendance')) {
    const filled = await fillSchool(environment, 'school_attendance', { ...shapeOf('peers'), name: 'attendance' });
    rows.push(...(await serve(filled, (site) => attendanceRows(site, isQuick))));
  }
  if (isWanted('reports')) {
    const shape = { ...shapeOf(isQuick ? '10000' : '100000'), name: 'reports', classes: batchCount };
    const filled = await fillSchool(environment, 'school_reports', shape);
    rows.push(...(await serve(filled, (site) => reportRows(site, isQuick))));
  }
  if (isWanted('jobs')) rows.push(...(await jobRows(environment.ownerUrl)));
  if (isWanted('start') || isWanted('idle')) await stopPostgres();
  if (isWanted('start')) rows.push(...(await startRows(environment.dataFolder)));
  if (isWanted('idle')) rows.push(...(await idleRows(environment.dataFolder)));
  process.exitCode = conclude({ schools, rows, isQuick, isRecorded: values.record });
});
