import { createHash, randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { connect } from '#kernel/database.ts';
import { sessionCookie } from '#web/requests.ts';
import { setRoleBoard, type RoleBoardItem } from '#features/insight/dashlets/boards/set-role-board.ts';
import { requestText } from '../http.ts';
import { limitOf, type Kind } from '../kinds.ts';
import { fillBooks } from '../money/books.ts';
import { median } from '../quantiles.ts';
import type { Row } from '../report.ts';
import { measureInTurn } from '../rounds.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';
import { countStatements } from '../statements.ts';

const small = (kind: string): RoleBoardItem => ({ kind, size: 'small' });

/** What a principal has on the home: eight that read students, invoices and payments. */
const eight: RoleBoardItem[] = [
  ...['students.by_class', 'students.new', 'students.seats', 'students.unassigned'].map(small),
  ...['payments.today', 'payments.month', 'fees.outstanding'].map(small),
  {
    kind: 'custom_dashlet',
    size: 'small',
    name: 'Girls and boys',
    custom: {
      model_name: 'Student',
      model_record: null,
      model_associate_type: 'Student',
      data_filter: 'status:active',
      shown_as: 'donut',
      split_by: 'gender',
    },
  },
];

/** The home with eight dashlets, beside the bare limit. */
export async function homeRows(site: Site, isQuick: boolean): Promise<Row[]> {
  const { app, client, driver, postgresPid, registrar, school, shape } = site;
  say('Filling the books for the home with a term …');
  await fillBooks(client, school.institutionId, 1);
  const home: Kind = {
    name: 'home',
    part: 'reports',
    server: app,
    status: 200,
    scripts: [[requestText({ path: '/home', headers: registrar.swap })]],
  };
  const cookies = await arrange(site);
  const first = await firstHomes(site, cookies);
  await driver.drive({ port: app.port, scripts: home.scripts, clients: 16, seconds: 1.5, status: 200 });
  const options = { driver, postgresPid, clients: 16, rounds: isQuick ? 2 : 5, seconds: isQuick ? 0.5 : 2 };
  const [limit, found] = await measureInTurn(limitOf(site), [home], options);
  const talk = (await countStatements(site, [home])).get('home')!;
  const what = `home with eight dashlets, ${shape.students.toLocaleString('en')} students`;
  return [
    {
      what: `${what}, round trips`,
      value: talk.roundTrips,
      unit: '',
      budget: 3,
      note: `${talk.statements} statements`,
    },
    { what: `${what}, 16 clients, p50`, value: found!.p50, unit: 'ms', budget: 40 },
    {
      what: `${what}, 16 clients, p99`,
      value: found!.p99,
      unit: 'ms',
      budget: 120,
      note: `the limit’s p99 ${limit!.p99.toFixed(1)} ms`,
    },
    { what: `${what}, counted anew for each of 16 users, middle`, value: first, unit: 'ms' },
  ];
}

/** Gives the role the eight and what they need; answers sessions of its other members. */
async function arrange({ appUrl, client, school: { institutionId, clerks } }: Site): Promise<string[]> {
  await client.query(
    `update roles set permissions = array(select distinct unnest(permissions || array['payments.view', 'fees.view']))
     where institution_id = $1 and key = 'registrar'`,
    [institutionId],
  );
  const database = connect({ url: appUrl, max: 1 });
  await database.asSystem([institutionId], (tx) => setRoleBoard(tx, institutionId, 'registrar', eight));
  await database.close();
  const cookies = clerks.map(() => randomBytes(32).toString('base64url'));
  await client.query(
    `insert into sessions (account_id, token_hash, expires_at)
     select a.id, n.hash, now() + interval '1 day' from unnest($1::text[], $2::bytea[]) n (username, hash)
     join accounts a using (username)`,
    [clerks, cookies.map((cookie) => createHash('sha256').update(cookie).digest())],
  );
  return cookies;
}

/** How long each user waits for whom nothing is counted yet, one after the other. */
async function firstHomes({ registrar }: Site, cookies: string[]): Promise<number> {
  const times: number[] = [];
  for (const cookie of cookies) {
    const from = performance.now();
    const { status } = await registrar.get('/home', { cookie: `${sessionCookie}=${cookie}` });
    if (status !== 200) throw new Error(`The home answered ${status}.`);
    times.push(performance.now() - from);
  }
  return median(times);
}
