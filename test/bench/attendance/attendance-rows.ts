import { today } from '#kernel/dates.ts';
import { requestText } from '../http.ts';
import type { Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';
import { lookRows } from './look-rows.ts';
import { weekRows } from './week-rows.ts';
import { fillRegisters, type FilledRegisters } from './fill-registers.ts';

const clients = 16;
/** Teachers who take their registers within five minutes, ten times as fast. */
const rush = { registers: 600, seconds: 30 };

/** Registers in a school of 20,000 with 600 classes: opened, saved, all within five minutes, and what they take. */
export async function attendanceRows(site: Site, isQuick: boolean): Promise<Row[]> {
  const { app, client, driver, registrar, school } = site;
  say('Filling 60 days of registers …');
  const filled = await fillRegisters(client, school.institutionId);
  const now = today('Africa/Lagos');
  const drive = (scripts: string[][], seconds: number, atMost?: number) =>
    driver.drive({ port: app.port, scripts, clients, seconds, status: 200, atMost });
  const seconds = isQuick ? 1 : 5;
  const get = (path: string) => requestText({ path, headers: registrar.swap });

  say('Opening registers for 16 teachers …');
  const pages = [filled.batches.map(({ id }) => get(`/registers/${id}?date=${filled.days[0]}&sitting=1`))];
  await drive(pages, 2);
  const opened = await drive(pages, seconds);

  say('Saving registers for 16 teachers …');
  const morning = filled.batches.map((batch) => saving(site, batch, now, 1));
  // Each connection plans its statements at their first uses.
  await drive([morning.slice(0, 200)], 20, 200);
  const saved = await drive([morning.slice(200)], 60, morning.length - 200);

  say('Taking all registers of the afternoon beside eight readers …');
  const readers = driver.drive({
    port: app.port,
    clients: 8,
    seconds: rush.seconds,
    status: 200,
    pause: 200,
    scripts: [[get('/students')]],
  });
  const reading = await readers;
  const rushed = await driver.drive({
    port: app.port,
    clients: 24,
    seconds: rush.seconds * 2,
    status: 200,
    atMost: rush.registers,
    // As many clients as wait between two registers for 600 in 30 seconds, beside lists that are read.
    pause: (24 * rush.seconds * 1000) / rush.registers / 2,
    scripts: [filled.batches.flatMap((batch) => [saving(site, batch, now, 2), get('/students')])],
  });
  return [
    row('a register opened, 16 clients, p99', opened.p99, 40, `p50 ${opened.p50.toFixed(1)} ms`),
    row('a register saved, 16 clients, p99', saved.p99, 60, `p50 ${saved.p50.toFixed(1)} ms`),
    row(
      `${rush.registers} registers and lists within half a minute, p99`,
      rushed.p99,
      150,
      `${rushed.requests} requests, p50 ${rushed.p50.toFixed(1)} ms; the list alone p99 ${reading.p99.toFixed(1)} ms`,
    ),
    await storage(site, filled),
    ...(await lookRows(site, filled, isQuick)),
    ...(await weekRows(site, filled, isQuick)),
  ];
}

const row = (what: string, value: number, budget: number, note: string): Row => ({
  what,
  value,
  unit: 'ms',
  budget,
  note,
});

/** A class register with three absences. */
function saving(
  { registrar }: Site,
  { id, studentIds }: FilledRegisters['batches'][number],
  onDate: string,
  sitting: number,
) {
  const mark = (kind: string) => ({ kind, codeId: null, minutes: null, leftAt: null, remark: null });
  const marks = studentIds.map((studentId, at) => ({
    studentId,
    mark: mark(at % 12 === 5 ? 'absent' : 'present'),
    was: null,
  }));
  const at = Date.now();
  const body = {
    batchId: id,
    onDate,
    sitting,
    offeringId: null,
    markedAt: at,
    sentAt: at,
    isDayConfirmed: true,
    reason: '',
    marks,
  };
  return requestText({
    method: 'POST',
    path: '/registers',
    body: JSON.stringify(body),
    headers: { ...registrar.write, 'content-type': 'application/json' },
  });
}

async function storage({ client }: Site, { marks }: FilledRegisters): Promise<Row> {
  const { rows } = await client.query<{ mb: number }>(
    `select (sum(pg_total_relation_size(name::regclass)) / 1048576.0)::float8 as mb
     from unnest(array['attendance_registers', 'attendance_marks', 'attendance_totals', 'attendance_corrections']) name`,
  );
  return {
    what: `storage of ${(marks / 1e6).toFixed(2)} million marks with indexes`,
    value: rows[0]!.mb,
    unit: 'MB',
    budget: 250,
  };
}
