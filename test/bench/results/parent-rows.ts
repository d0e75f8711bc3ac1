import { Agent } from 'node:http';
import { sql } from 'drizzle-orm';
import { connect } from '#kernel/database.ts';
import { boughtPins } from '#features/money/pins/sale/pins-on-sale.queries.ts';
import { sellPins } from '#features/money/pins/sale/reserve-pins.ts';
import { visitorHeaders } from '../admission/form-rows.ts';
import { makePins } from '../admission/pin-rows.ts';
import { ask, requestText } from '../http.ts';
import type { Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';

const agent = new Agent();
const slug = 'bench';
const clients = 20;
/** Twenty parents, each again after this time: 2,000 a minute. */
const pause = 600;
const pinsPerOrder = 100;
const warmUps = 3;

/** The morning of publication: parents open results with pins, and look at them. */
export async function parentRows(site: Site, termId: number, studentIds: number[], isQuick: boolean): Promise<Row[]> {
  const { app, client, driver, school } = site;
  const seconds = isQuick ? 3 : 30;
  const parents = Math.ceil((seconds * 1000 * clients) / pause / pinsPerOrder) * pinsPerOrder + pinsPerOrder;
  say(`Selling ${parents} result pins …`);
  await client.query(
    `insert into sites (institution_id, slug, is_published) values ($1, $2, true) on conflict do nothing`,
    [school.institutionId, slug],
  );
  const pins = await soldPins(site, parents);
  const { rows: students } = await client.query<{ number: string }>(
    'select admission_number as number from students where id = any ($1) order by id limit $2',
    [studentIds, parents],
  );
  const headers = visitorHeaders(Buffer.from(site.secret, 'hex'));
  const openings = pins.map(({ serial, secret }, at) => ({
    method: 'POST',
    path: `/sites/${slug}/result`,
    headers,
    body: new URLSearchParams({
      number: students[at]!.number,
      term_id: String(termId),
      pin_serial: String(serial),
      pin_secret: secret!,
    }).toString(),
  }));
  say('Opening results for 2,000 parents a minute …');
  const scripts = (from: number, to?: number) => [openings.slice(from, to).map(requestText)];
  const drive = { port: app.port, clients, status: 303 };
  await driver.drive({ ...drive, scripts: scripts(0, clients * warmUps), seconds: 10, atMost: clients * warmUps });
  const opened = await driver.drive({ ...drive, scripts: scripts(clients * warmUps), seconds, pause });
  const cookies = await Promise.all(openings.slice(0, clients * warmUps).map((opening) => openedIn(app.port, opening)));
  const looks = cookies.map((cookie) =>
    requestText({
      path: `/sites/${slug}/result/card`,
      headers: { cookie, accept: 'text/html', 'accept-encoding': 'gzip' },
    }),
  );
  const looking = { ...drive, scripts: [looks], status: 200 };
  await driver.drive({ ...looking, seconds: 1 });
  const seen = await driver.drive({ ...looking, seconds, pause });
  const row = (what: string, { p50, p99 }: { p50: number; p99: number }): Row => ({
    what: `${what}, 2,000 a minute, p99`,
    value: p99,
    unit: 'ms',
    budget: 100,
    note: `p50 ${p50.toFixed(1)} ms`,
  });
  return [row('a result opened with its pin', opened), row('the report card on a phone', seen)];
}

/** As a buyer gets them, a hundred to an order. */
async function soldPins(site: Site, count: number) {
  const { appUrl, client, school, secret } = site;
  const { institutionId } = school;
  const { rows } = await client.query<{ id: string }>(
    `insert into pin_kinds (institution_id, name, type, price, valid_days, instructions)
     values ($1, 'Result checker', 'result', 100000, 365, 'Open the school’s site.') returning id`,
    [institutionId],
  );
  const kindId = Number(rows[0]!.id);
  await client.query(
    `update roles set permissions = permissions || array['pins.view', 'pins.make'] where institution_id = $1 and key = 'registrar'`,
    [institutionId],
  );
  await makePins(site, { kind_id: kindId, purpose: 'orders', quantity: count });
  const database = connect({ url: appUrl, max: 1 });
  const key = Buffer.from(secret, 'hex');
  const pins = await database.asSystem([institutionId], async (tx) => {
    const found: Awaited<ReturnType<typeof boughtPins>> = [];
    for (let order = 1; found.length < count; order += 1) {
      const made = await tx.execute<{ id: number }>(sql`
        insert into orders (institution_id, number, kind, pin_kind_id, quantity, unit_price, amount, currency, origin, expires_at)
        values (${institutionId}, ${order}, 'pins', ${kindId}, ${pinsPerOrder}, 1, ${pinsPerOrder}, 'NGN', '', now()) returning id`);
      const sale = { institutionId, orderId: Number(made.rows[0]!.id) };
      await sellPins(tx, key, sale, { kindId, quantity: pinsPerOrder });
      found.push(...(await boughtPins(tx, key, sale)));
    }
    return found;
  });
  await database.close();
  return pins;
}

/** Opens it once more, as the same visitor, and returns the cookie of the opening. */
async function openedIn(port: number, request: { path: string; headers: Record<string, string>; body: string }) {
  const answer = await ask({ port, agent }, { method: 'POST', ...request });
  const cookie = [answer.headers['set-cookie'] ?? []].flat().find((one) => one.startsWith('akada_result='));
  if (!cookie) throw new Error(`Opening a result answered ${answer.status}: ${answer.body.toString().slice(0, 300)}`);
  return cookie.split(';')[0]!;
}
