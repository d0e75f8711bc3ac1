import { median } from '../quantiles.ts';
import { requestText } from '../http.ts';
import type { Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';
import { fillSheets, parts, type FilledSheet } from './fill-sheets.ts';

const clients = 16;
const steps = 38;

/** A grid of 60 students and 4 parts opened and typed in by 16 teachers, and 600 marks that are pasted. */
export async function markRows(site: Site, isQuick: boolean): Promise<Row[]> {
  const { app, driver, registrar } = site;
  say('Filling sheets of marks …');
  const sheets = await fillSheets(site, [...Array.from({ length: clients }, () => 60), 150]);
  const [large, ...grids] = sheets.toReversed() as [FilledSheet, ...FilledSheet[]];
  const seconds = isQuick ? 1 : 5;
  const drive = (scripts: string[][], time: number) =>
    driver.drive({ port: app.port, scripts, clients, seconds: time, status: 200 });
  const pages = grids.map(({ address }) => [requestText({ path: address, headers: registrar.swap })]);
  const saves = (columns: readonly string[]) =>
    grids.map((grid) => savesIn(grid, columns).map((cell) => saving(site, grid, [cell])));

  // Each connection plans its statements at their first uses, and the server compiles what is used often.
  await drive(saves(parts.slice(3)), seconds);
  // As autovacuum does within a minute of the first marks.
  await site.client.query('vacuum analyze marks, mark_changes');
  await drive(saves(parts.slice(2, 3)), seconds);
  await drive(pages, seconds / 2);
  say('Opening grids and saving cells for 16 teachers …');
  const opened = await drive(pages, seconds);
  const saved = await drive(saves(parts.slice(0, 2)), seconds);
  return [
    {
      what: 'grid of 60 × 4 opened, 16 clients, p99',
      value: opened.p99,
      unit: 'ms',
      budget: 40,
      note: `p50 ${opened.p50.toFixed(1)} ms`,
    },
    {
      what: 'a cell saved, 16 clients, p99',
      value: saved.p99,
      unit: 'ms',
      budget: 40,
      note: `p50 ${saved.p50.toFixed(1)} ms`,
    },
    await pasted(site, large, isQuick),
  ];
}

interface Cell {
  studentId: number;
  component: string;
  entry: number;
  was: number | null;
}

/** Each cell in turn, and again: always from the mark before to the next one. */
const savesIn = ({ studentIds }: FilledSheet, columns: readonly string[]): Cell[] =>
  Array.from({ length: steps }, (_, step) =>
    studentIds.flatMap((studentId) => columns.map((component) => ({ studentId, component, ...markAt(step) }))),
  ).flat();

const markAt = (step: number) => ({ entry: (step + 1) * 50, was: step === 0 ? null : step * 50 });

const saving = ({ registrar }: Site, { address }: FilledSheet, cells: Cell[]): string =>
  requestText({
    method: 'POST',
    path: `${address}/marks`,
    headers: { ...registrar.write, 'content-type': 'application/json' },
    body: JSON.stringify({ cells }),
  });

async function pasted({ registrar }: Site, { address, studentIds }: FilledSheet, isQuick: boolean): Promise<Row> {
  const took: number[] = [];
  for (let step = 0; step < (isQuick ? 5 : 20); step += 1) {
    const cells = studentIds.flatMap((studentId) =>
      parts.map((component) => ({ studentId, component, ...markAt(step) })),
    );
    const from = performance.now();
    const { status, body } = await registrar.post(`${address}/marks`, JSON.stringify({ cells }), 'application/json');
    took.push(performance.now() - from);
    const said = body.toString();
    if (status !== 200 || !said.includes('"saved":600'))
      throw new Error(`Pasting answered ${status}: ${said.slice(0, 300)}`);
  }
  return { what: '600 marks pasted, p50', value: median(took), unit: 'ms', budget: 300 };
}
