import { measureInTurn } from '../rounds.ts';
import { limitOf } from '../kinds.ts';
import { requestText } from '../http.ts';
import type { Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';
import { costRows } from './cost-rows.ts';
import { composeRows } from './compose-rows.ts';
import { hintRows } from './hint-rows.ts';
import { sendingRows } from './sending-rows.ts';

/** Messages in a school of 60,000 guardians: composed, queued, sent, reported, listed. */
export async function messageRows(site: Site, isQuick: boolean): Promise<Row[]> {
  const { rows: composed, messageId } = await composeRows(site, isQuick);
  const sent = await sendingRows(site, isQuick);
  return [
    ...composed,
    ...sent,
    ...(await listRows(site, messageId, isQuick)),
    ...(await costRows(site, isQuick)),
    ...(await hintRows(site, isQuick)),
  ];
}

/** Beside the bare limit, like the students' list. */
async function listRows(site: Site, messageId: number, isQuick: boolean): Promise<Row[]> {
  const { app, client, driver, postgresPid, registrar } = site;
  await client.query('vacuum analyze outbox, messages, message_totals');
  say('Opening the list of messages and one message …');
  const kinds = [
    { name: 'the list of messages', path: '/messages' },
    { name: 'a message with its recipients', path: `/messages/${messageId}` },
  ].map(({ name, path }) => ({
    name,
    part: 'messages',
    server: app,
    status: 200,
    scripts: [[requestText({ path, headers: registrar.swap })]],
  }));
  for (const { server, scripts } of kinds)
    await driver.drive({ port: server.port, scripts, clients: 16, seconds: 1.5, status: 200 });
  const options = { driver, postgresPid, clients: 16, rounds: isQuick ? 2 : 5, seconds: isQuick ? 0.5 : 2 };
  const [limit, ...figures] = await measureInTurn(limitOf(site), kinds, options);
  return kinds.map(({ name }, at) => ({
    what: `${name}, 16 clients, p99`,
    value: figures[at]!.p99,
    unit: 'ms',
    budget: 25,
    note: `p50 ${figures[at]!.p50.toFixed(1)} ms; the limit’s p99 ${limit!.p99.toFixed(1)} ms`,
  }));
}
