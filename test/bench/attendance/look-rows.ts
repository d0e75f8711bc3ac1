import { median } from '../quantiles.ts';
import type { Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';
import type { FilledRegisters } from './fill-registers.ts';

/** What is read from many registers: a month of a class on screen and on paper, and everybody who is often away. */
export async function lookRows(
  { registrar }: Site,
  { batches, days }: FilledRegisters,
  isQuick: boolean,
): Promise<Row[]> {
  const month = days[10]!.slice(0, 7);
  const timed = async (path: (turn: number) => string, turns: number, page = true) => {
    const took: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const from = performance.now();
      const { status, body } = await registrar.get(path(turn), page ? registrar.swap : {});
      took.push(performance.now() - from);
      if (status !== 200) throw new Error(`${path(turn)} answered ${status}: ${body.toString().slice(0, 300)}`);
    }
    return median(took.slice(2));
  };
  say('Reading months, and who is often away …');
  const turns = isQuick ? 6 : 22;
  const of = (turn: number) => batches[(turn * 37) % batches.length]!.id;
  const screen = await timed((turn) => `/registers/${of(turn)}/month?month=${month}`, turns);
  const paper = await timed((turn) => `/registers/${of(turn)}/month.pdf?month=${month}`, 6, false);
  const below = await timed(() => '/attendance/concerns?what=below', turns);
  return [
    { what: 'a month of a class on screen, p50', value: screen, unit: 'ms', budget: 60 },
    { what: 'the same as a PDF, p50', value: paper / 1000, unit: 's', budget: 1 },
    { what: 'who is below 75 % in a term, p50', value: below, unit: 'ms', budget: 150 },
  ];
}
