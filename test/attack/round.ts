import { readdirSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { LightMyRequestResponse } from 'fastify';
import { isEdit, openedAt } from '#test/harness/opened.ts';
import { sessionCookie } from '#web/requests.ts';
import type { RouteAccess } from '#web/routes.ts';
import { lookForGains } from './look-for-gains.ts';
import { plausibleDraft, type Draft, type Surroundings } from './draft.ts';
import { nameOf, routesOf, type Route } from './listed-routes.ts';
import { addressOf } from './draft-address.ts';
import { idsOf, peopleOf, pictureOf } from './foreign.ts';
import { readJournal } from './journal.ts';
import { judge, tooLong } from './judge.ts';
import { isRefused, type Repeat } from './case.ts';
import { kinds, mutations, type Kind } from './mutate.ts';
import { groupAdministrator, holds, nobody, People, people as everybody, type Person } from './people.ts';
import { chanceFrom } from './random.ts';
import type { Tally } from './tally.ts';
import { attackWebhooks } from './webhooks.ts';
import { tryAlone } from './try-alone.ts';
import { weightOf } from './weights.ts';
import { cookiesFor, decodeSafely, prepare, shown } from './what-goes-out.ts';
import { withOtherEntry } from './other-entry.ts';
import { openWorld, type Mould } from './world.ts';

/** How many times as long everything takes because other work wants the processors too; at least 1. */
const crowding = () => Math.max(1, loadavg()[0]! / availableParallelism());

/** So many requests between two looks at everything that was stored. */
const lookEvery = 300;
/** Whose institutions are all institutions attacks alone: nothing is foreign to him. */
const isGroupRound = (round: number) => round % 7 === 6;

export interface Order {
  seed: number;
  round: number;
  requests: number;
  /** Prints this request and its answer, and ends the round behind it. */
  upTo?: number;
  only?: RegExp;
  /** Is told each request before it is sent. */
  sends: (request: string) => void;
}

/** One world, attacked so many times by everybody in turn, and looked at. The same numbers make the same round. */
export async function runRound(
  mould: Mould,
  tally: Tally,
  { seed, round, requests, upTo, only, sends }: Order,
): Promise<void> {
  const chance = chanceFrom(seed * 10_007 + round);
  const world = await openWorld(mould, { trustProxy: round % 2 === 1 });
  const { app, client } = world;
  const matched = new Map<string, { url: string; may: RouteAccess } | undefined>();
  // Which route answers is Fastify's to say: a hostile path may well name another than was meant.
  app.addHook('onSend', (request, _reply, payload, done) => {
    const { url, config } = request.routeOptions;
    matched.set('now', url && config.may ? { url, may: config.may } : undefined);
    done(null, payload);
  });
  const rules = {
    foreignIds: mould.foreignIds,
    secrets: mould.secrets,
    families: mould.families,
    folder: world.folder,
    typed: new Set<string>(),
  };
  const crowd = isGroupRound(round)
    ? [groupAdministrator, 'owner', nobody]
    : everybody.filter((name) => name !== groupAdministrator);
  const people = new People(
    client,
    secretOf(world),
    new Map([...mould.sessions].filter(([name]) => crowd.includes(name))),
  );
  const around: Surroundings = {
    chance,
    at: 0,
    pages: new Map(),
    own: await idsOf(client, [mould.ownId]),
    foreign: mould.foreign,
    keys: mould.keys,
  };

  /** Answers whether the route that was meant has taken it. */
  async function send(draft: Draft, person: Person, kind: string, repeats?: Repeat): Promise<boolean> {
    const { url, payload, headers, remoteAddress } = prepare(draft, person, people, around);
    const method = draft.method as 'GET';
    const sent = decodeSafely(`${method} ${url} ${JSON.stringify(headers)} ${payload?.toString() ?? ''}`);
    matched.set('now', undefined);
    sends(JSON.stringify({ seed, round, at: around.at, person: person.name, sent: sent.slice(0, 2000) }));
    const ask = async () => {
      const from = performance.now();
      const given = await app.inject({
        method,
        url,
        headers,
        payload,
        remoteAddress,
        cookies: cookiesFor(draft, person),
      });
      return [given, (performance.now() - from) / crowding()] as const;
    };
    let [answer, milliseconds] = await ask();
    // A page that was made to sleep sleeps again; one that waited for a processor does not.
    if (method === 'GET' && milliseconds > tooLong) [answer, milliseconds] = await ask();
    const isAccepted = !isRefused(answer);
    let failedJob = '';
    await world
      .work(isAccepted)
      .catch((error: Error) => (failedJob = `server error: the job it asked for failed with ${error.message}`));
    const changes = await readJournal(client);
    const found = judge(
      {
        method,
        sent,
        csrf: draft.csrf,
        repeats,
        person,
        answer,
        matched: matched.get('now'),
        changes,
        milliseconds,
        isSigned: draft.isSigned && url.startsWith(`/hooks/${mould.ownId}/`),
      },
      rules,
    );
    if (failedJob) found.push(failedJob);
    for (const { table, after } of changes)
      for (const [id] of table === 'audit_entries' ? JSON.stringify(after).matchAll(/\b88\d{7}\b/g) : [])
        if (sent.includes(id)) rules.typed.add(id);
    tally.count(person.name, answer.statusCode, kind);
    tally.asked.add(nameOf(draft.route));
    if (isAccepted && changes.length && draft.method === 'POST') tally.accept(nameOf(draft.route));
    // What an answer does to a made-up cookie is nothing to the browser that has a real one.
    if (draft.headers['cookie'] === undefined) people.keep(person, answer.cookies as never);
    if (
      person.cookies[sessionCookie] === 'ended' ||
      changes.some(({ table }) => ['sessions', 'accounts', 'memberships', 'roles'].includes(table))
    ) {
      await people.refresh();
      await readJournal(client);
    }
    learn(draft.route, answer, around);
    const request = JSON.stringify({
      seed,
      round,
      at: around.at,
      person: person.name,
      kind,
      csrf: draft.csrf,
      method,
      url,
      headers,
      payload: shown(payload),
    });
    const told = `${answer.statusCode} ${answer.body.slice(0, 200)}`;
    for (const said of found) tally.find(nameOf(draft.route), { said, request: request.slice(0, 3000), answer: told });
    if (around.at === upTo)
      console.log(
        `${request}\n\n${answer.statusCode} ${JSON.stringify(answer.headers)}\n${answer.body}\n\n${JSON.stringify(changes, null, 1)}`,
      );
    return isAccepted && changes.length > 0 && draft.method === 'POST' && matched.get('now')?.url === draft.route.url;
  }

  /** An edit says what its form was opened with: nothing else of it is looked at without that. */
  async function openForm(draft: Draft, person: Person): Promise<void> {
    const opened = await openedAt(addressOf({ ...draft, query: [] }), Object(draft.body), async (form) => {
      const answer = await app.inject({
        url: form,
        cookies: cookiesFor(draft, person),
        headers: { 'x-inertia': 'true', 'x-inertia-version': app.services.assets.version },
      });
      return answer.headers['x-inertia'] === 'true' && answer.statusCode === 200 ? answer.json().props : null;
    });
    draft.body = { ...Object(draft.body), opened };
    await readJournal(client);
  }

  /** Sends what has acted once more: as it was, and with its key for other entries and by somebody else. */
  async function repeat(draft: Draft, person: Person): Promise<void> {
    await send(draft, person, 'replay', 'same');
    if (draft.route.may === 'machine' || draft.raw !== undefined) return;
    const body = Object(draft.body) as Record<string, unknown>;
    const other = withOtherEntry(draft.route.schema.body, body, around.at);
    if (other) await send({ ...draft, body: other }, person, 'replay', 'otherBody');
    const others = crowd.filter((name) => name !== person.name && holds(people.get(name), draft.route.may));
    if (others.length) await send(draft, people.get(chance.pick(others)), 'replay', 'otherPerson');
  }

  /** Reads every page as who may see all of it: what was stored comes out again here. */
  async function lookAround(): Promise<void> {
    await client.query('delete from throttles');
    around.own = await idsOf(client, [mould.ownId]);
    const reader = people.get(isGroupRound(round) ? groupAdministrator : 'owner');
    for (const route of routes.filter(({ method, url }) => method === 'GET' && !/health|metrics|assets/.test(url)))
      await send({ ...plausibleDraft(route, around), query: [], headers: { accept: 'text/html' } }, reader, 'look');
    const now = await pictureOf(client, mould.foreignIds, theirs);
    const differing = Object.keys(before).filter((table) => before[table] !== now[table]);
    if (!isGroupRound(round) && differing.length)
      tally.find('all', {
        said: `foreign: rows of the other institutions differ in ${differing.join(', ')}`,
        request: JSON.stringify({ seed, round, upTo: around.at }),
        answer: '',
      });
    for (const said of await lookForGains(client, mould.foreignIds))
      tally.find('all', { said, request: JSON.stringify({ seed, round, upTo: around.at }), answer: '' });
    const kept = readdirSync(join(world.folder, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ).length;
    const { rows } = await client.query<{ known: number }>('select count(*)::int as known from files');
    if (kept !== rows[0]!.known)
      tally.find('all', {
        said: 'refused: files on the disk that no row knows, or the other way round',
        request: JSON.stringify({ seed, round, upTo: around.at, kept, ...rows[0] }),
        answer: '',
      });
    await readJournal(client);
  }

  const routes = routesOf(app).filter(({ url }) => !only || only.test(url));
  const last = upTo ?? requests;
  if (upTo === undefined && !only) await attackWebhooks(world, mould, tally, { seed, round });
  const theirs = await peopleOf(client, mould.foreignIds);
  const before = await pictureOf(client, mould.foreignIds, theirs);
  try {
    await people.refresh();
    await readJournal(client);
    if (upTo === undefined && !only) {
      const everyone = crowd.map((name) => people.get(name));
      const open = async (draft: Draft, person: Person) =>
        isEdit(app, draft.route.url) ? openForm(draft, person) : undefined;
      await tryAlone({ client, routes, crowd: everyone, around, open, send });
    }
    for (around.at = 1; around.at <= last; around.at += 1) {
      const route = chance.weigh(routes, weightOf);
      const isRare = route.once === true || route.may === 'machine';
      const kind: Kind = chance.is(isRare ? 0.5 : 0.12) ? 'none' : chance.pick(kinds);
      const able = chance.is(0.6) ? crowd.filter((name) => holds(people.get(name), route.may)) : [];
      const person = people.get(chance.pick(able.length ? able : crowd));
      const draft = plausibleDraft(route, around);
      if (isEdit(app, route.url) && chance.is(0.8)) await openForm(draft, person);
      mutations[kind](draft, around);
      const hasActed = await send(draft, person, kind);
      if (hasActed && isRare) await repeat(draft, person);
      // The last look is behind the loop: a second one would find what the first found.
      if (around.at % lookEvery === 0 && around.at < last) await lookAround();
    }
    await lookAround();
  } finally {
    await world.close();
  }
}

const secretOf = ({ app }: { app: { services: { secret: Buffer } } }) => app.services.secret;

/** Remembers the page that an address answers with, to ask for what it put off. */
function learn({ url }: Route, { headers, body, statusCode }: LightMyRequestResponse, { pages }: Surroundings): void {
  if (statusCode !== 200 || pages.has(url) || !/html|json/.test(String(headers['content-type']))) return;
  const component = /"component":"([\w/-]+)"/.exec(body)?.[1];
  const deferred = /"deferredProps":\{"default":\[([^\]]*)\]/.exec(body)?.[1] ?? '';
  if (component) pages.set(url, { component, deferred: deferred.replaceAll('"', '').split(',') });
}
