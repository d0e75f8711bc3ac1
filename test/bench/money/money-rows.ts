import type { Kind } from '../kinds.ts';
import { limitOf } from '../kinds.ts';
import { requestText } from '../http.ts';
import type { Row } from '../report.ts';
import { measureInTurn, type Figures } from '../rounds.ts';
import { say } from '../say.ts';
import { fillBooks } from './books.ts';
import { measureBankLines, measureBills } from './money-files.ts';
import { measureWebhooks } from './money-webhooks.ts';
import { measurePayments, measureRun } from './money-writes.ts';
import type { Site } from '../site.ts';
import { openTill } from './till.ts';

const turns = 400;

/** Money in a school of 20,000: who owes what, statements, payments at the counter, billing, banks, webhooks. */
export async function moneyRows(site: Site, isQuick: boolean): Promise<Row[]> {
  const { client, school } = site;
  await openTill(site);
  say('Filling the books with two terms …');
  await fillBooks(client, school.institutionId, 2);
  const [few] = await measureReads(site, [await balances(site)], isQuick);
  // A line for each term's bill and one for its payment.
  const [statementTerms, terms] = isQuick ? [2, 2] : [28, 20];
  say(`Filling the books with ${statementTerms} more terms …`);
  await fillBooks(client, school.institutionId, statementTerms);
  const [, statements] = await measureReads(site, [await statement(site)], isQuick);
  say(`Filling the books with ${terms} more terms …`);
  await fillBooks(client, school.institutionId, terms);
  const [many, sixteen] = await measureReads(site, [await balances(site)], isQuick);
  const slow = await measureAlone(
    site,
    ['/money', '/balances?state=overdue', '/payment_records/payment_record_filter'],
    isQuick,
  );
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from payments');
  const note = `${rows[0]!.n.toLocaleString('en')} payments in the books`;
  return [
    { what: 'balances of 20,000 students, 1 client, p50', value: few!.p50, unit: 'ms', budget: 15 },
    { what: 'the same, p99', value: few!.p99, unit: 'ms', budget: 50 },
    {
      what: 'the same with many payments, p50 as a multiple',
      value: many!.p50 / few!.p50,
      unit: '×',
      budget: 1.2,
      note,
    },
    { what: 'the same with many payments, 16 clients, p99', value: sixteen!.p99, unit: 'ms' },
    {
      what: `a statement of ${2 * (2 + statementTerms)} lines, 16 clients, p99`,
      value: statements!.p99,
      unit: 'ms',
      budget: 30,
    },
    ...slow,
    ...(await measurePayments(site, isQuick)),
    ...(await measureRun(site, isQuick)),
    ...(await measureBills(site)),
    ...(await measureBankLines(site)),
    ...(await measureWebhooks(site, isQuick)),
  ];
}

/** For each kind alone and with 16 clients: alone first. The last two are 16 clients. */
async function measureReads(site: Site, kinds: Kind[], isQuick: boolean): Promise<Figures[]> {
  const { driver, postgresPid } = site;
  const options = { driver, postgresPid, rounds: isQuick ? 2 : 5, seconds: isQuick ? 0.5 : 2 };
  // Each connection plans its statements at their first uses.
  for (const { server, scripts } of kinds)
    await driver.drive({ port: server.port, scripts, clients: 16, seconds: 4, status: 200 });
  const alone = await measureInTurn(limitOf(site), kinds.slice(0, 1), { ...options, clients: 1 });
  const together = await measureInTurn(limitOf(site), kinds, { ...options, clients: 16 });
  return [alone[1]!, ...together.slice(1)];
}

/** Pages that read much, by themselves. */
async function measureAlone(site: Site, paths: string[], isQuick: boolean): Promise<Row[]> {
  const { app, driver, postgresPid, registrar } = site;
  const options = { driver, postgresPid, clients: 1, rounds: isQuick ? 2 : 5, seconds: isQuick ? 0.5 : 2 };
  const kinds = paths.map((path): Kind => {
    const scripts = [[requestText({ path, headers: registrar.swap })]];
    return { name: path, part: 'money', server: app, scripts, status: 200 };
  });
  const [, ...figures] = await measureInTurn(limitOf(site), kinds, options);
  return paths.map((path, at) => ({ what: `${path}, 1 client, p50`, value: figures[at]!.p50, unit: 'ms' }));
}

async function balances({ app, registrar }: Site): Promise<Kind> {
  const text = requestText({ path: '/balances', headers: registrar.swap });
  return { name: 'balances', part: 'money', server: app, scripts: [[text]], status: 200 };
}

async function statement({ app, client, registrar }: Site): Promise<Kind> {
  const { rows } = await client.query<{ id: string }>(
    `select student_id as id from student_balances order by hashint8(student_id) limit $1`,
    [turns],
  );
  const texts = rows.map(({ id }) => requestText({ path: `/students/${id}/fees`, headers: registrar.swap }));
  return { name: 'statement', part: 'money', server: app, scripts: [texts], status: 200 };
}
