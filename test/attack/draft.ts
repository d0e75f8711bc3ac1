import { password } from '#test/school.ts';
import { nounOfParam, paramsOf } from '#test/harness/nouns.ts';
import type { Ids } from './foreign.ts';
import type { CsrfKind } from './csrf.ts';
import { designWrongly } from './designs.ts';
import { hostile, textKinds } from './payloads.ts';
import { edges } from './strange-values.ts';
import type { Chance } from './random.ts';
import { fillRightly } from './right-forms.ts';
import { sample } from './sample.ts';
import { honestUpload } from './uploads.ts';
import { wrongSignatures, writerHeaders, readerHeaders } from './draft-headers.ts';
import { attach } from './draft-address.ts';
import { idFor, nounOfField, usernames } from './draft-ids.ts';
import type { Route } from './listed-routes.ts';

/** A request while it is being made up. */
export interface Draft {
  route: Route;
  method: string;
  params: { name: string; value: string }[];
  query: [name: string, value: string][];
  /** What becomes JSON. */
  body: unknown;
  /** What is sent instead, as it is. */
  raw?: string | Buffer;
  headers: Record<string, string>;
  csrf: CsrfKind;
  /** Whether what goes out is signed with the secret of the own institution. */
  isSigned?: boolean;
  /** Where in the address or the body an id stands. */
  url?: string;
}

/** What opens a page without an id, by the name of the parameter in its address. */
export type Keys = Readonly<Record<string, readonly string[]>>;

export interface Surroundings {
  chance: Chance;
  /** The number of the request in its round. */
  at: number;
  own: Ids;
  foreign: Ids;
  keys: Keys;
  /** Pages that an address was seen to answer with, and the props that it puts off. */
  pages: Map<string, { component: string; deferred: string[] }>;
}

/** What a place must be, and what the columns of our own rosters are. */
const fixed: Record<string, unknown> = {
  countryId: 'NG',
  stateId: 'NG-KW',
  lgaId: 'NG-KW-offa',
  country: 'NG',
  state: 'NG-KW',
  mapping: ['surname', 'firstName', 'gender', 'birthDate', 'phone', 'leave_out'],
};

/** A request that the route takes, with records of the own institution in it. */
export function plausibleDraft(route: Route, surroundings: Surroundings): Draft {
  const { chance, at, own, foreign, keys, pages } = surroundings;
  let made = 0;
  const knowledge = {
    chance,
    fresh: () => `Zq ${at} ${(made += 1)}`,
    known(name: string): unknown {
      const noun = nounOfField(name);
      if (name === 'after' && chance.is(0.4)) return placeInList(chance, at, idFor(own, 'student', chance));
      if (name in fixed) return structuredClone(fixed[name]);
      if (noun) return idFor(own, noun, chance);
      if (/^(current|password)$/.test(name)) return chance.is(0.8) ? password : `indigo on warm paper ${at}`;
      if (name === 'message_id') return messageOf(chance.pick((chance.is(0.8) ? own : foreign).get('outbox') ?? [1]));
      if (name === 'identifier') return chance.pick(usernames);
      if (name === 'subject') return `student:${idFor(own, 'student', chance)}`;
      if (name === 'next') return chance.pick(['/students', '/account']);
      return name === 'arm' ? String.fromCharCode(65 + (at % 26)) : undefined;
    },
  };
  const { body, querystring } = route.schema;
  const isRead = route.method === 'GET' || route.method === 'HEAD';
  const asked =
    querystring && chance.is(0.7) ? (sample(querystring, knowledge) as Record<string, unknown> | undefined) : {};
  const draft: Draft = {
    route,
    method: route.method,
    params: paramsOf(route.url).map((param) => ({
      name: param.name,
      value: keys[param.name] ? chance.pick(keys[param.name]!) : String(idFor(own, nounOfParam(param), chance) ?? 1),
    })),
    query: Object.entries(asked ?? {}).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, String(one)] as [string, string]),
    ),
    body: isRead ? undefined : body ? (sample(body, knowledge) ?? {}) : {},
    headers: {},
    csrf: 'valid',
  };
  designWrongly(draft, surroundings);
  fillRightly(draft, surroundings);
  // A role is taken from the person who has it, or from nobody.
  const [person, membership] = draft.params;
  if (person && membership?.name === 'membershipId')
    person.value = String(own.get(`holder of ${membership.value}`)?.[0] ?? 1);
  const field = uploadField(route);
  if (field) attach(draft, honestUpload(field, idFor(own, 'institution', chance)!, at));
  if (route.may === 'machine') {
    draft.isSigned = chance.is(0.7);
    draft.headers['x-akada-signature'] = chance.pick(wrongSignatures);
  }
  if (route.once) draft.headers['idempotency-key'] = keyFrom(chance);
  Object.assign(draft.headers, isRead ? readerHeaders(pages.get(route.url), chance) : chance.pick(writerHeaders));
  return draft;
}

export const keyFrom = (chance: Chance) => `attack-${chance()}`.replace('.', '-').padEnd(24, '0');

/** What a provider calls a message of the outbox. */
export const messageOf = (outboxId: number) => `zq-message-${outboxId}`;

/** The name of the file in a form that takes one: such a route has no schema to tell. */
export function uploadField({ method, url }: Route): 'file' | 'logo' | 'picture' | undefined {
  if (method !== 'POST') return undefined;
  if (url === '/site/pictures') return 'picture';
  return url === '/imports' ? 'file' : url.endsWith('/logo') ? 'logo' : undefined;
}

/** Where a list goes on, as an address carries it: what is inside was read by no schema. */
function placeInList(chance: Chance, at: number, id = 1): string {
  const key = chance.pick<unknown>([
    'obi ada',
    '2026-09-07',
    '2026/0001',
    'no day',
    7,
    null,
    hostile(chance.pick(textKinds), chance, at),
  ]);
  const place = [key, chance.pick<unknown>([id, id, chance.pick(edges)]), chance.pick<unknown>([0, 1, 1, 'zq'])];
  return Buffer.from(JSON.stringify(chance.is(0.5) ? place.slice(0, 2) : place)).toString('base64url');
}
