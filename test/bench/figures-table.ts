import type { Figures } from './rounds.ts';
import { columns, rounded, whole } from './report.ts';
import type { Talk } from './counting-proxy.ts';

const heads = [
  '',
  'requests/s',
  'of limit',
  'p50 ms',
  'p99 ms',
  'server',
  'PostgreSQL',
  'load',
  'KB',
  'statements',
  'round trips',
];

/** One line for each kind of request; processor time in milliseconds for each request. */
export function figureLines(figures: Figures[], talk: Map<string, Talk> = new Map()): string[] {
  const lines = figures.map(({ kind, clients, perSecond, ratio, p50, p99, cpu, bytes }) => {
    const said = talk.get(kind);
    return [
      `${kind}, ${clients}`,
      perSecond >= 100 ? whole(perSecond) : rounded(perSecond),
      `${(ratio * 100).toFixed(1)} %`,
      rounded(p50),
      rounded(p99),
      optional(cpu.server),
      optional(cpu.postgres),
      cpu.driver.toFixed(3),
      (bytes / 1024).toFixed(1),
      said ? rounded(said.statements) : '',
      said ? rounded(said.roundTrips) : '',
    ];
  });
  return columns([heads, ...lines], 'lrrrrrrrrrr');
}

/** What the load generator takes of all processor time spent: the server cannot have it. */
export const driversShare = (figures: Figures[]): number => {
  const parts = figures.map(({ cpu }) => cpu.driver / (cpu.driver + (cpu.server ?? NaN) + (cpu.postgres ?? NaN)));
  return parts.reduce((sum, part) => sum + part, 0) / parts.length;
};

const optional = (value: number | null) => (value === null ? '' : value.toFixed(3));
