import { join } from 'node:path';
import type pg from 'pg';
import { root } from '../../bin/bootstrap.mjs';
import { assignThousand } from './assign.ts';
import { startChild } from './child.ts';
import { measureFirstLoad } from './first-load.ts';
import { importRoster } from './import.ts';
import { compareWithLimit } from './list.ts';
import { drive } from './load.ts';
import { openRegistrar } from './registrar.ts';
import type { Row } from './report.ts';
import { createBigSchool } from './school.ts';
import { searchAddress, searches } from './search.ts';

interface Place {
  client: pg.Client;
  ownerUrl: string;
  appUrl: string;
  dataFolder: string;
  secret: string;
  scale: number;
  isQuick: boolean;
  isWanted: (part: string) => boolean;
}

/** All that is measured while the product runs, one part after the other. */
export async function measure(place: Place): Promise<Row[]> {
  const { client, ownerUrl, appUrl, dataFolder, secret, scale, isQuick, isWanted } = place;
  const rows: Row[] = [];
  say(`Filling a school with ${scale.toLocaleString('en')} students …`);
  const school = await createBigSchool({ ownerUrl, appUrl }, scale);
  const app = await startChild('app.server.ts', { appUrl, dataFolder, secret });
  const limit = await startChild('limit.server.ts', { ownerUrl, institutionId: school.institutionId });
  const registrar = await openRegistrar({ ...app, cookie: school.cookie, secret: Buffer.from(secret, 'hex') });
  const seconds = isQuick ? 1 : 2;

  if (isWanted('list')) {
    for (const clients of [16, 1]) {
      say(`List and limit in turn, ${clients} clients …`);
      const bare = { port: limit.port, headers: {} };
      const {
        limit: most,
        swap,
        ratio,
      } = await compareWithLimit(bare, registrar.swap, clients, { rounds: isQuick ? 3 : 7, seconds });
      const note = `${persecond(swap.perSecond)} of ${persecond(most.perSecond)} requests/s; p50 ${ms(swap.p50)} of ${ms(most.p50)}`;
      const at = `${clients} ${clients === 1 ? 'client' : 'clients'}`;
      rows.push({
        what: `list swap, ${at}: part of the limit`,
        value: ratio * 100,
        unit: '%',
        atLeast: true,
        note,
        ...(clients === 16 && { budget: 70 }),
      });
      rows.push({
        what: `list swap, ${at}: p99`,
        value: swap.p99,
        unit: 'ms',
        note: `limit ${ms(most.p99)}`,
        ...(clients === 16 && { budget: 25 }),
      });
    }
  }
  if (isWanted('search')) rows.push(...(await measureSearches()));
  if (isWanted('profile')) {
    const ids = (await client.query<{ id: string }>('select id from students order by hashint8(id) limit 1000')).rows;
    const found = await drive(registrar.swap, {
      clients: 16,
      seconds,
      path: (turn) => `/students/${ids[turn % ids.length]!.id}`,
    });
    rows.push({
      what: 'profile, 16 clients: p99',
      value: found.p99,
      unit: 'ms',
      note: `${persecond(found.perSecond)} requests/s, p50 ${ms(found.p50)}`,
    });
  }
  if (isWanted('load')) {
    const { bundle, html, scripts, styles, swap } = await measureFirstLoad(registrar, join(root, 'dist/client'));
    const note = `JavaScript ${scripts.toFixed(1)}, CSS ${styles.toFixed(1)}, and the page itself ${html.toFixed(1)}`;
    rows.push({ what: 'first load of the list, gzip', value: bundle, unit: 'KB', budget: 155, note });
    rows.push({ what: 'swap to the list, gzip', value: swap, unit: 'KB', budget: 15 });
  }
  if (isWanted('assign')) {
    say('Assigning a thousand students, again and again …');
    const { p50, worst, students } = await assignThousand(client, registrar, school.hallIds, isQuick ? 5 : 11);
    rows.push({
      what: `assign ${students} students to a batch`,
      value: p50,
      unit: 'ms',
      budget: 300,
      note: `worst ${ms(worst)}`,
    });
  }
  if (isWanted('import')) {
    say('Importing a roster …');
    const found = await importRoster(client, registrar, school.institutionId, isQuick ? 2000 : 10_000);
    if (found) {
      const note = `upload ${ms(found.upload)}, check ${ms(found.check)}, run ${ms(found.run)}`;
      rows.push({ what: `import ${found.rows} rows`, value: found.total, unit: 'ms', budget: 10_000, note });
    } else say('There is no import page in this version.');
  }
  await Promise.all([app.stop(), limit.stop()]);
  return rows;

  async function measureSearches(): Promise<Row[]> {
    const kinds = Object.entries(searches(scale));
    const alone: Row[] = [];
    for (const [kind, q] of kinds) {
      say(`Searching ${kind} …`);
      const found = await drive(registrar.swap, { clients: 1, seconds, path: (turn) => searchAddress(q(turn)) });
      alone.push({
        what: `search ${kind}: p99`,
        value: found.p99,
        unit: 'ms',
        budget: 50,
        note: `p50 ${ms(found.p50)}`,
      });
    }
    const mixed = await drive(registrar.swap, {
      clients: 16,
      seconds: seconds * 2,
      path: (turn) => searchAddress(kinds[turn % kinds.length]![1](turn)),
    });
    const note = `${persecond(mixed.perSecond)} requests/s, p50 ${ms(mixed.p50)}`;
    return [...alone, { what: 'search, all kinds, 16 clients: p99', value: mixed.p99, unit: 'ms', budget: 50, note }];
  }
}

const say = (line: string) => console.log(line);
const ms = (value: number) => `${value.toFixed(1)} ms`;
const persecond = (value: number) => Math.round(value).toLocaleString('en');
