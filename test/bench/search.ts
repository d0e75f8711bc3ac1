import { names } from '#features/records/geography/people.demo.ts';
import { requestText } from './http.ts';
import { ms, whole, type Row } from './report.ts';
import type { Figures } from './rounds.ts';
import type { Site } from './site.ts';

const surnames = Object.values(names).flatMap((one) => one.surnames);
const part = (turn: number) => surnames[(turn * 7) % surnames.length]!.slice(1, 4);

/** What people type, by how much it finds. Each turn asks something else, so that no answer is a remembered one. */
export const searches = (size: number): Record<string, (turn: number) => string> => {
  const number = (turn: number) => String(1 + ((turn * 7919) % size)).padStart(7, '0');
  return {
    'three letters of a surname': part,
    'a whole surname': (turn) => surnames[turn % surnames.length]!,
    'surname and first name': (turn) =>
      `${surnames[turn % surnames.length]!} ${names.yoruba.female[turn % 20]!.slice(0, 4)}`,
    'an admission number': (turn) => `/${number(turn)}`,
    'the end of a phone number': (turn) => String((turn * 104_729) % 1_000_000).padStart(6, '0'),
    'three letters found everywhere': (turn) => ['ola', 'ade', '+23', '/00'][turn % 4]!,
    'one or two letters': (turn) => ['a', 'ok', 'zz', 'ba'][turn % 4]!,
    'what nobody is called': (turn) => `qxz${turn % 100}`,
  };
};

export const searchAddress = (q: string, people = 'students') => `/${people}?${new URLSearchParams({ q })}`;

/** Each kind of search alone, and all kinds together as sixteen clients saw them. */
export async function measureSearches(
  { app, driver, registrar, shape }: Site,
  seconds: number,
  figures: Figures[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [kind, q] of Object.entries(searches(shape.students))) {
    const script = Array.from({ length: 500 }, (_, turn) =>
      requestText({ path: searchAddress(q(turn)), headers: registrar.swap }),
    );
    const drive = { port: app.port, scripts: [script], clients: 1, status: 200 };
    await driver.drive({ ...drive, seconds: seconds / 5 });
    const { p50, p99 } = await driver.drive({ ...drive, seconds });
    rows.push({ what: `search ${kind}: p99`, value: p99, unit: 'ms', budget: 50, note: `p50 ${ms(p50)}` });
  }
  const all = figures.find(({ kind, clients }) => kind === 'search' && clients === 16)!;
  const note = `${whole(all.perSecond)} requests/s, p50 ${ms(all.p50)}`;
  return [...rows, { what: 'search, all kinds, 16 clients: p99', value: all.p99, unit: 'ms', budget: 50, note }];
}
