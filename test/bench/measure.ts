import { join } from 'node:path';
import { root } from '../../bin/bootstrap.mjs';
import { assignThousand } from './assign.ts';
import type { Talk } from './counting-proxy.ts';
import { firstLoads, measureFirstLoad, publicBundleOf, publicFirstLoads } from './first-load.ts';
import { homeKinds } from './homes.ts';
import { importRoster } from './import.ts';
import { limitOf, readKinds, writeKinds, type Kind } from './kinds.ts';
import { ms, whole, type Row } from './report.ts';
import { measureInTurn, type Figures } from './rounds.ts';
import { measureSearches } from './search.ts';
import type { Site } from './site.ts';
import { countStatements } from './statements.ts';
import { exportRows, listRows, peopleRows, memoryRows } from './measure-rows.ts';
import { say } from './say.ts';

export interface Wish {
  isQuick: boolean;
  isWanted: (part: string) => boolean;
}

/** What one school gave. */
export interface SchoolResults {
  figures: Figures[];
  talk: Map<string, Talk>;
  rows: Row[];
}

/** All that is measured while the product runs over one school, one part after the other. */
export async function measure(site: Site, { isQuick, isWanted }: Wish): Promise<SchoolResults> {
  const found: SchoolResults = { figures: [], talk: new Map(), rows: [] };
  const { rows } = found;
  const { app, client, postgresPid, registrar, school } = site;
  const limit = limitOf(site);
  const inTurn = async (kinds: Kind[], rounds: number) => {
    const wanted = kinds.filter(({ part }) => isWanted(part));
    if (!wanted.length) return;
    for (const clients of [16, 1]) {
      say(
        `${wanted.map(({ name }) => name).join(', ')}: in turn with the limit, ${clients === 1 ? '1 client' : `${clients} clients`} …`,
      );
      const { driver } = site;
      const seconds = isQuick ? 0.25 : 1;
      const figures = await measureInTurn(limit, wanted, { driver, postgresPid, clients, rounds, seconds });
      // The limit is kept as it stood beside the list.
      const isKnown = found.figures.some((one) => one.kind === limit.name && one.clients === clients);
      found.figures.push(...(isKnown ? figures.slice(1) : figures));
    }
  };
  const [reads, writes] = [
    [...(await readKinds(site)), ...(isWanted('home') ? await homeKinds(site) : [])],
    await writeKinds(site),
  ];
  await inTurn(reads, isQuick ? 2 : 7);
  rows.push(...listRows(found.figures));
  rows.push(...peopleRows(found.figures));
  if (isWanted('memory')) rows.push(...memoryRows(app.pid, postgresPid));
  if (isWanted('search')) rows.push(...(await measureSearches(site, isQuick ? 0.3 : 2, found.figures)));
  await inTurn(writes, isQuick ? 2 : 5);
  if (isWanted('statements')) {
    say('Counting statements …');
    found.talk = await countStatements(
      site,
      [...reads, ...writes].filter(({ part }) => isWanted(part)),
    );
  }

  if (isWanted('load')) {
    const { rows: ids } = await client.query(
      `select (select min(id) from students)::int as student, (select min(id) from employees)::int as employee,
        (select min(id) from guardians)::int as guardian, (select min(id) from institutions)::int as institution`,
    );
    for (const { what, budget, ...load } of firstLoads(ids[0])) {
      const folder = join(root, 'dist/client');
      const { bundle, html, scripts, styles, font, swap } = await measureFirstLoad(registrar, folder, load);
      const note = `JavaScript ${scripts.toFixed(1)}, CSS ${styles.toFixed(1)}, font ${font.toFixed(1)}, and the page itself ${html.toFixed(1)}`;
      rows.push({ what: `first load of ${what}, gzip`, value: bundle, unit: 'KB', budget, note });
      rows.push({ what: `swap to ${what}, gzip`, value: swap, unit: 'KB', budget: 15 });
    }
    for (const { what, page, budget } of publicFirstLoads) {
      const value = publicBundleOf(join(root, 'dist/client'), page);
      rows.push({ what: `first load of ${what}, gzip`, value, unit: 'KB', budget });
    }
  }
  if (isWanted('assign')) {
    say('Assigning a thousand students, again and again …');
    const { p50, worst, students } = await assignThousand(client, registrar, school.hallIds, isQuick ? 5 : 11);
    const note = `worst ${ms(worst)}`;
    rows.push({ what: `assign ${students} students to a batch`, value: p50, unit: 'ms', budget: 300, note });
  }
  if (isWanted('import')) {
    for (const [kind, lines] of [
      ['students', 10_000],
      ['employees', 5000],
    ] as const) {
      say(`Importing ${kind} …`);
      const { rows: brought, total, ...parts } = await importRoster(site, kind, isQuick ? lines / 5 : lines);
      const note = `upload ${ms(parts.upload)}, check ${ms(parts.check)}, run ${ms(parts.run)}`;
      rows.push({ what: `import ${whole(brought)} ${kind}`, value: total, unit: 'ms', budget: 10_000, note });
    }
  }
  // The full size has a school of its own.
  if (isQuick && isWanted('export')) rows.push(...(await exportRows(site, 1)));
  return found;
}
