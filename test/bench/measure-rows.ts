import { measureExports } from './export.ts';
import { memoryOfPostgres, residentOf } from './processes.ts';
import { ms, whole, type Row } from './report.ts';
import type { Figures } from './rounds.ts';
import type { Site } from './site.ts';
import { say } from './say.ts';

export async function exportRows(site: Site, rounds: number): Promise<Row[]> {
  say('Exporting, while others look at the list …');
  const rows = await measureExports(site, rounds);
  if (!rows.length) say('There is no export in this version.');
  return rows;
}

export function listRows(figures: Figures[]): Row[] {
  return figures
    .filter(({ kind }) => kind === 'list swap')
    .flatMap(({ clients, ratio, perSecond, p50, p99 }): Row[] => {
      const most = figures.find((one) => one.kind === 'limit' && one.clients === clients)!;
      const what = `list swap, ${clients === 1 ? '1 client' : `${clients} clients`}`;
      const isKept = clients === 16;
      const note = `${whole(perSecond)} of ${whole(most.perSecond)} requests/s; p50 ${ms(p50)} of ${ms(most.p50)}`;
      return [
        {
          what: `${what}: part of the limit`,
          value: ratio * 100,
          unit: '%',
          atLeast: true,
          note,
          ...(isKept && { budget: 70 }),
        },
        { what: `${what}: p99`, value: p99, unit: 'ms', note: `limit ${ms(most.p99)}`, ...(isKept && { budget: 25 }) },
      ];
    });
}

/** With 5,000 employees and 100,000 guardians beside 100,000 students. */
export const peopleRows = (figures: Figures[]): Row[] =>
  figures
    .filter(({ kind, clients }) => /^(employee|guardian)/.test(kind) && clients === 16)
    .map(({ kind, perSecond, p50, p99 }) => {
      const budget = kind.endsWith(' list') ? 25 : kind.endsWith(' search') ? 50 : undefined;
      const note = `${whole(perSecond)} requests/s, p50 ${ms(p50)}`;
      return { what: `${kind}, 16 clients: p99`, value: p99, unit: 'ms', note, ...(budget && { budget }) };
    });

export function memoryRows(serverPid: number, postgresPid: number): Row[] {
  const [server, postgres] = [residentOf(serverPid), memoryOfPostgres(postgresPid)];
  if (server === null || postgres === null) return [];
  return [
    { what: 'memory of the server after this', value: server, unit: 'MB' },
    {
      what: 'memory of PostgreSQL after this',
      value: postgres,
      unit: 'MB',
      note: 'all its processes, what they share counted once',
    },
  ];
}
