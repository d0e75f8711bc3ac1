import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { root } from '../../bin/bootstrap.mjs';
import { chart } from './chart.ts';
import { driversShare, figureLines } from './figures-table.ts';
import { appendFigures } from './record.ts';
import { say } from './say.ts';
import { asJson, exitStatus, isMissed, keep, rowLines, whole, type Row } from './report.ts';
import type { Shape } from './school.ts';
import type { Schooled } from './schools.ts';

const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}`;

/** What one school gave, on the screen. */
export function showSchool({ shape: { students, classes }, figures, rows, talk }: Schooled): void {
  const where = classes === 1 ? 'one class' : `${whole(classes)} classes`;
  say(`\n${whole(students)} students in ${where}; ${machine}`);
  if (figures.length) {
    say('Processor time in milliseconds, KB on the wire and what is said to the database, each for one request:\n');
    figureLines(figures, talk).forEach(say);
    say(`\nThe load generator took ${(driversShare(figures) * 100).toFixed(0)} % of the processor time.\n`);
  }
  rowLines(rows).forEach(say);
  say('');
}

interface Outcome {
  schools: Schooled[];
  rows: Row[];
  isQuick: boolean;
  /** `--record`: the figures are also appended to docs/figures.csv. */
  isRecorded: boolean;
}

/** Shows what belongs to no school, keeps everything in files, and says how the command ends. */
export function conclude({ schools, rows, isQuick, isRecorded }: Outcome): 0 | 1 {
  rowLines(rows).forEach(say);
  const isOne = schools.length === 1;
  const named = (shape: Shape, row: Row): Row => (isOne ? row : { ...row, what: `${nameOf(shape)}: ${row.what}` });
  const all = [...schools.flatMap(({ shape, rows: own }) => own.map((row) => named(shape, row))), ...rows];
  const at = new Date().toISOString();
  keep('bench.json', asJson({ at, isQuick, machine, schools: schools.map(asKept) }, all));
  const lists = schools.flatMap(({ figures, shape }) =>
    figures
      .filter(({ kind, clients }) => kind === 'list swap' && clients === 16)
      .map(({ perSecond, ratio }) => ({ school: nameOf(shape), perSecond, ratio })),
  );
  keep('bench.svg', chart(`Akada, ${machine}, ${at.slice(0, 10)}`, lists, all));
  if (isRecorded) {
    const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
    const parts = schools.flatMap((school) => partsOfLimit(school).map((row) => named(school.shape, row)));
    appendFigures({ file: join(root, 'docs/figures.csv'), date: at.slice(0, 10), commit, rows: [...all, ...parts] });
  }
  const missed = all.filter(isMissed).length;
  const verdict = missed ? `Beyond their budget: ${missed} (✗).` : 'Everything is within its budget.';
  say(`\n${verdict} All figures: ${root}/var/bench.json and bench.svg.`);
  return exitStatus(all);
}

const nameOf = ({ name, students }: Shape) => (name === 'peers' ? name : whole(students));

/** What 16 clients get of each page, as part of the bare limit; the list has a row of its own. */
const partsOfLimit = ({ figures }: Schooled): Row[] =>
  figures
    .filter(({ kind, clients }) => clients === 16 && kind !== 'limit' && kind !== 'list swap')
    .map(({ kind, ratio }) => ({ what: `${kind}, 16 clients: part of the limit`, value: ratio * 100, unit: '%' }));

/** The rows are kept once, for all schools together. */
const asKept = ({ shape, figures, talk }: Schooled) => ({
  ...shape,
  figures: figures.map((one) => ({ ...one, ...talk.get(one.kind) })),
});
