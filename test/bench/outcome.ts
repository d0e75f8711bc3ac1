import { cpus } from 'node:os';
import { root } from '../../bin/bootstrap.mjs';
import { chart } from './chart.ts';
import { driversShare, figureLines } from './figures-table.ts';
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

/** Shows what belongs to no school, keeps everything in files, and says how the command ends. */
export function conclude({ schools, rows, isQuick }: { schools: Schooled[]; rows: Row[]; isQuick: boolean }): 0 | 1 {
  rowLines(rows).forEach(say);
  const isOne = schools.length === 1;
  const all = [
    ...schools.flatMap(({ shape, rows: own }) =>
      own.map((row) => ({ ...row, what: isOne ? row.what : `${nameOf(shape)}: ${row.what}` })),
    ),
    ...rows,
  ];
  const at = new Date().toISOString();
  keep('bench.json', asJson({ at, isQuick, machine, schools: schools.map(asKept) }, all));
  const lists = schools.flatMap(({ figures, shape }) =>
    figures
      .filter(({ kind, clients }) => kind === 'list swap' && clients === 16)
      .map(({ perSecond, ratio }) => ({ school: nameOf(shape), perSecond, ratio })),
  );
  keep('bench.svg', chart(`Akada, ${machine}, ${at.slice(0, 10)}`, lists, all));
  const missed = all.filter(isMissed).length;
  const verdict = missed ? `Beyond their budget: ${missed} (✗).` : 'Everything is within its budget.';
  say(`\n${verdict} All figures: ${root}/var/bench.json and bench.svg.`);
  return exitStatus(all);
}

const nameOf = ({ name, students }: Shape) => (name === 'peers' ? name : whole(students));

/** The rows are kept once, for all schools together. */
const asKept = ({ shape, figures, talk }: Schooled) => ({
  ...shape,
  figures: figures.map((one) => ({ ...one, ...talk.get(one.kind) })),
});
