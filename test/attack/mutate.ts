import { uploadField, type Draft, type Surroundings } from './draft.ts';
import { idFor } from './draft-ids.ts';
import { addressOf, attach, encode } from './draft-address.ts';
import { hostile, textKinds, unknownMark, unknownNumber, type TextKind } from './payloads.ts';
import { edges, privateColumns, prototypeKeys, strangeValues } from './strange-values.ts';
import { hostileHeaders } from './headers.ts';
import { wrongCsrf } from './csrf.ts';
import { slotsOf, type Slot } from './slots.ts';
import { hostileUpload } from './uploads.ts';

type Mutate = (draft: Draft, around: Surroundings) => void;

const textual = Object.fromEntries(textKinds.map((kind) => [kind, write(kind)])) as Record<TextKind, Mutate>;

/** Everything that is done to a plausible request, each by its name. */
export const mutations = {
  none: () => {},
  ...textual,
  type: (draft, { chance }) => fill(draft, chance.pick(slotsOf(draft)), chance.pick(strangeValues)),
  edge: (draft, { chance }) => fill(draft, chance.pick(slotsOf(draft)), chance.pick(edges)),
  huge: (draft, { chance }) => fill(draft, chance.pick(slotsOf(draft)), hugeValue(draft, chance.below(6))),
  empty: (draft, { chance }) => fill(draft, chance.pick(slotsOf(draft)), chance.pick(['', ' ', [], {}, null])),
  missing(draft, { chance }) {
    for (const slot of slotsOf(draft)) if (chance.is(0.4)) slot.drop();
  },
  nested(draft, { chance }) {
    const depth = chance.pick([3, 50, 1000, 20_000]);
    if (isRead(draft)) draft.query.push([`zq${'[a]'.repeat(Math.min(depth, 900))}`, 'zq']);
    else
      draft.raw = `{"${chance.pick([Object.keys(Object(draft.body))[0] ?? 'zq', 'zq'])}":${nestedText(depth, chance.is(0.5))}}`;
    asJson(draft);
  },
  prototype(draft, { chance }) {
    const key = chance.pick(prototypeKeys);
    const value = chance.pick([
      { zpolluted: true, isGroupAdministrator: true },
      { prototype: { zpolluted: true } },
      'zq',
      null,
    ]);
    if (isRead(draft))
      draft.query.push([chance.pick([key, `${key}[zpolluted]`, `${key}.zpolluted`, `a[${key}][zpolluted]`]), 'zq']);
    else draft.body = addKey(draft.body, key, value, chance.is(0.3));
  },
  foreign(draft, around) {
    const { chance, foreign } = around;
    const slots = slotsOf(draft).filter((slot) => slot.noun);
    const isAll = chance.is(0.5);
    const chosen = chance.pick(slots.length ? slots : [undefined]);
    for (const slot of slots) if (isAll || slot === chosen) slot.set(idFor(foreign, slot.noun!, chance) ?? 880_000_001);
    if (slots.length === 0 || chance.is(0.2))
      draft.query.push([
        chance.pick(['institution_id', 'academic_session', 'batch', 'person', 'after']),
        String(idFor(foreign, chance.pick(['institution', 'session', 'batch', 'person', 'student']), chance)),
      ]);
    if (!isRead(draft) && chance.is(0.2))
      draft.body = addKey(
        draft.body,
        chance.pick(['institution_id', 'institutionId', 'id']),
        idFor(foreign, 'institution', chance),
        false,
      );
  },
  unknown(draft, { chance }) {
    const key = chance.is(0.5) ? chance.pick(privateColumns) : `${unknownMark}${chance.below(9)}`;
    const value = chance.pick<unknown>([`${unknownMark} value`, true, unknownNumber, { [unknownMark]: 1 }]);
    if (isRead(draft)) draft.query.push([key, String(value)]);
    else if (key in Object(draft.body)) draft.body = addKey(draft.body, `${unknownMark}2`, value, false);
    else draft.body = addKey(draft.body, key, value, chance.is(0.2));
  },
  repeated(draft, { chance }) {
    const [first] = draft.query;
    if (first)
      draft.query.push(
        first,
        [first[0], chance.pick(['', 'zq', '0'])],
        [`${first[0]}[]`, 'zq'],
        [`${first[0]}[0]`, 'zq'],
      );
    else if (isRead(draft)) draft.query.push(['institution_id', '1'], ['institution_id', '2'], ['q', 'a'], ['q', 'b']);
    else draft.raw = JSON.stringify(draft.body).replace(/^\{(.+)\}$/s, (_, inside: string) => `{${inside},${inside}}`);
    asJson(draft);
  },
  filters(draft, { chance }) {
    if (!isRead(draft)) return;
    for (let at = 1; at <= chance.pick([11, 90, 800]); at += 1) draft.query.push([`custom.${at}`, 'zq']);
  },
  bytes(draft, { chance }) {
    const bad = chance.pick([
      [0xff, 0xfe],
      [0xc0, 0xaf],
      [0xe2, 0x28, 0xa1],
      [0xed, 0xa0, 0x80],
      [0xf8, 0x88, 0x80, 0x80],
      [0x00],
    ]);
    if (draft.method !== 'GET' && chance.is(0.6)) {
      const text = Buffer.from(JSON.stringify(draft.body ?? {}));
      const cut = chance.below(text.length);
      draft.raw = Buffer.concat([text.subarray(0, cut), Buffer.from(bad), text.subarray(cut)]);
      asJson(draft);
    } else bend(draft, bad.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''), chance.is(0.5));
  },
  malformed(draft, { chance }) {
    if (isRead(draft) || chance.is(0.3))
      return bend(
        draft,
        chance.pick(['%', '%zz', '%u0041', '%c', '%25%', '%00', '%2500', '+%', '&&==&', '?#', '%0d%0aX-Injected:1']),
        chance.is(0.5),
      );
    const text = JSON.stringify(draft.body ?? {});
    draft.raw = chance.pick([
      text.slice(0, chance.below(text.length)),
      text.replace(/\}$/, ',}'),
      `\uFEFF${text}`,
      `${text}${text}`,
      text.replaceAll('"', "'"),
      `/* zq */${text}`,
      '{"a":NaN}',
      '{"a":1e99999}',
      '{"a":"\\ud800"}',
      '{"a":"\\u0000"}',
      '"zq"',
      '[]',
      'null',
      '123',
      'true',
      '',
      ' ',
      '\0',
    ]);
    asJson(draft);
  },
  contentType(draft, { chance }) {
    if (isRead(draft)) draft.method = 'POST';
    const fields = new URLSearchParams(
      Object.entries(Object(draft.body)).map(([name, value]) => [name, String(value)]),
    );
    draft.raw = chance.pick<string | Buffer>([
      fields.toString(),
      JSON.stringify(draft.body ?? {}),
      '<?xml version="1.0"?><!DOCTYPE z [<!ENTITY x SYSTEM "file:///etc/passwd">]><z>&x;</z>',
    ]);
    draft.headers['content-type'] = chance.pick([
      'application/x-www-form-urlencoded',
      'text/plain',
      'text/xml',
      'application/xml',
      'text/html',
      'multipart/form-data; boundary=zq',
      'multipart/form-data',
      'application/json; charset=utf-16',
      'application/json, text/plain',
      'application/octet-stream',
      'application/graphql',
      'APPLICATION/JSON;zq',
      '',
      'zq',
      '/',
      'application/__proto__',
    ]);
  },
  upload(draft, { chance, at, own }) {
    if (isRead(draft)) draft.method = 'POST';
    const institution = { institutionId: String(idFor(own, 'institution', chance)) };
    const field = uploadField(draft.route) ?? 'file';
    attach(
      draft,
      hostileUpload(
        field,
        { file: institution, logo: {}, picture: { ...institution, alt: `Zq ${at}` } }[field],
        chance,
        at,
      ),
    );
  },
  method(draft, { chance }) {
    draft.method = chance.pick([
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'HEAD',
      'TRACE',
      'PROPFIND',
      'SEARCH',
    ]);
    if (chance.is(0.4)) {
      draft.headers['x-http-method-override'] = 'POST';
      draft.query.push(['_method', 'POST']);
    }
    if (['GET', 'HEAD', 'TRACE'].includes(draft.method)) draft.body = undefined;
  },
  csrf(draft, { chance }) {
    if (isRead(draft)) draft.method = 'POST';
    draft.csrf = chance.pick(wrongCsrf);
    if (chance.is(0.5)) Object.assign(draft.headers, crossSite);
    if (chance.is(0.2)) draft.body = { ...Object(draft.body), _csrf: 'zq', csrf_token: 'zq' };
  },
  header(draft, around) {
    const { chance, at } = around;
    const names = Object.keys(hostileHeaders) as (keyof typeof hostileHeaders)[];
    for (let left = 1 + chance.below(3); left > 0; left -= 1) {
      const name = chance.pick(names);
      const values: readonly string[] = hostileHeaders[name];
      draft.headers[name] = visible(chance.is(0.5) ? chance.pick(values) : hostile(chance.pick(textKinds), chance, at));
    }
  },
} satisfies Record<string, Mutate>;

export type Kind = keyof typeof mutations;
export const kinds = Object.keys(mutations) as Kind[];

const isRead = ({ method }: Draft) => method === 'GET' || method === 'HEAD';
const asJson = (draft: Draft) => {
  if (!isRead(draft)) draft.headers['content-type'] ??= 'application/json';
};

const crossSite = {
  origin: 'https://evil.example',
  referer: 'https://evil.example/zq',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'no-cors',
};

/** What may stand in a header at all: the rest goes over a socket of its own. */
const visible = (text: string) => text.replace(/[^\t\x20-\x7e\xa0-\xff]/g, '');

/** A hostile text in a value, and now and then in a key or a header. */
function write(kind: TextKind): Mutate {
  return (draft, { chance, at }) => {
    const text = () => hostile(kind, chance, at);
    const slots = slotsOf(draft);
    const isAll = chance.is(0.15);
    const chosen = chance.pick(slots);
    for (const slot of slots) if (isAll ? !slot.noun && chance.is(0.5) : slot === chosen) slot.set(text());
    if (!chance.is(0.15)) return;
    if (isRead(draft)) draft.query.push([text(), text()]);
    else draft.body = addKey(draft.body, text(), text(), chance.is(0.3));
    if (chance.is(0.3))
      draft.headers[chance.pick(['referer', 'user-agent', 'x-forwarded-for', 'x-inertia-partial-data'])] =
        visible(text());
  };
}

const fill = (_draft: Draft, slot: Slot, value: unknown) => slot.set(value);

/** A body with one more key, also one that a literal would take for the prototype. */
function addKey(body: unknown, key: string, value: unknown, isDeep: boolean): unknown {
  const entries = Object.entries(Object(body));
  const deep = isDeep
    ? entries.find(([, inner]) => typeof inner === 'object' && inner !== null && !Array.isArray(inner))
    : undefined;
  if (deep)
    return Object.fromEntries(
      entries.map(([name, inner]) => [name, name === deep[0] ? addKey(inner, key, value, false) : inner]),
    );
  return Object.fromEntries([...entries, [key, value]]);
}

function hugeValue(draft: Draft, which: number): unknown {
  const room = isRead(draft) ? 6000 : 600_000;
  return [
    'z'.repeat(room),
    'é'.repeat(room / 6),
    '9'.repeat(Math.min(room, 5000)),
    Array.from({ length: isRead(draft) ? 500 : 20_000 }, (_, at) => at),
    Object.fromEntries(Array.from({ length: isRead(draft) ? 100 : 20_000 }, (_, at) => [`zq${at}`, at])),
    'z'.repeat(isRead(draft) ? 9000 : 1_100_000),
  ][which];
}

const nestedText = (depth: number, isArray: boolean) =>
  isArray ? `${'['.repeat(depth)}1${']'.repeat(depth)}` : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Breaks the address itself, in its path or in its query. */
function bend(draft: Draft, text: string, isPath: boolean): void {
  const address = addressOf(draft);
  const last = draft.params.at(-1);
  if (isPath && last) draft.url = address.replace(encode(last.value), () => text);
  else draft.url = `${address}${address.includes('?') ? '&' : '?'}${draft.query[0]?.[0] ?? 'q'}=zq${text}`;
}
