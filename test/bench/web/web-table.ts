import { median } from '../quantiles.ts';
import { columns, type Row } from '../report.ts';
import type { Loaded, Swapped } from './measure-page.ts';
import { kilobytes, type Transfer } from './transfers.ts';
import type { FirstLoad, Swap } from './visits.ts';

type Loads = (FirstLoad & { runs: Loaded[] })[];
type Swaps = (Swap & { runs: Swapped[] })[];

const known = ['Document', 'Script', 'Stylesheet', 'Font'];
const swapBudget = 15;
const kb = (value: number) => value.toFixed(1);
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);
const middle = <Run>(runs: Run[], value: (run: Run) => number) => median(runs.map(value));
const size = (runs: { transfers: Transfer[] }[], ...types: string[]) =>
  middle(runs, ({ transfers }) => kilobytes(transfers, ...types));
const requests = (runs: { transfers: Transfer[] }[]) => String(middle(runs, ({ transfers }) => transfers.length));

/** KB on the wire by what they are, and seconds since the address was opened. */
export function loadLines(loads: Loads): string[] {
  const heads = [
    'first load',
    'HTML KB',
    'JavaScript',
    'CSS',
    'fonts',
    'other',
    'all',
    'requests',
    'first paint s',
    'painted s',
  ];
  const lines = loads.map(({ name, runs }) => [
    name,
    ...known.map((type) => kb(size(runs, type))),
    kb(size(runs) - known.reduce((sum, type) => sum + size(runs, type), 0)),
    kb(size(runs)),
    requests(runs),
    seconds(middle(runs, ({ firstPaint }) => firstPaint)),
    seconds(middle(runs, ({ painted }) => painted)),
  ]);
  return columns([heads, ...lines], 'lrrrrrrrrr');
}

/** KB on the wire with what comes after the rows, and seconds from the click to the painted rows. */
export function swapLines(swaps: Swaps): string[] {
  const lines = swaps.map(({ name, runs }) => [
    name,
    kb(size(runs)),
    kb(size(runs, 'Script', 'Stylesheet')),
    requests(runs),
    seconds(middle(runs, ({ painted }) => painted)),
  ]);
  return columns([['swap', 'KB', 'of it scripts', 'requests', 'painted s'], ...lines], 'lrrrr');
}

export const loadRows = (loads: Loads): Row[] =>
  loads.flatMap(({ name, budget, patience, runs }) => [
    {
      what: `first load of ${name}: JavaScript, CSS and font`,
      value: size(runs, 'Script', 'Stylesheet', 'Font'),
      unit: 'KB',
      budget,
    },
    ...(patience
      ? [
          {
            what: `first visit to ${name}: ${name === 'list' ? 'painted with rows' : 'usable'} after`,
            value: middle(runs, ({ painted }) => painted) / 1000,
            unit: 's',
            budget: patience,
          } as const,
        ]
      : []),
  ]);

export const swapRows = (swaps: Swaps): Row[] =>
  swaps.map(({ name, runs }) => ({ what: `swap: ${name}`, value: size(runs), unit: 'KB', budget: swapBudget }));
