import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { LightMyRequestResponse } from 'fastify';
import type { May } from '#web/routes.ts';
import { foreignFrom } from './foreign.ts';
import type { Change } from './journal.ts';
import { computed, unknownMark } from './payloads.ts';
import { groupAdministrator, hiddenFrom, holds, nobody, type CsrfKind, type Person } from './people.ts';
import { outside } from './world.ts';

export interface Case {
  method: string;
  /** The address and all else that was sent, as text. */
  sent: string;
  csrf: CsrfKind;
  /** Signed with the secret of the institution that the address names. */
  isSigned?: boolean;
  /** What the request is to one that has acted just before, with the same key or the same body. */
  repeats?: Repeat;
  person: Person;
  answer: LightMyRequestResponse;
  /** The route that answered, when there is one, and who may call it. */
  matched?: { url: string; may: May };
  changes: Change[];
  milliseconds: number;
}

/** Sent again as it was, with another body, or by somebody else. */
export type Repeat = 'same' | 'otherBody' | 'otherPerson';

export interface Rules {
  foreignIds: readonly number[];
  secrets: readonly string[];
  /** Where files lie that no answer may name. */
  folder: string;
  /** Ids of others that were typed into an address and stand in the own log since: nobody was told them. */
  typed: ReadonlySet<string>;
}

/** What is wrong with an answer: each a sentence that begins with the verdict. */
export function judge(one: Case, rules: Rules): string[] {
  const text = bodyOf(one.answer);
  return [
    ...statusOf(one),
    ...rightsOf(one, text),
    ...onceOf(one),
    ...storageOf(one, rules),
    ...secrecyOf(
      {
        text: `${text}\n${JSON.stringify(one.answer.headers)}`,
        sent: one.sent,
        isGroup: one.person.name === groupAdministrator,
      },
      rules,
    ),
    ...formOf(one, rules, text),
  ];
}

const isWrite = ({ method }: Case) => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/** More than a list may be narrowed by: each is a condition that costs the database. */
const tooManyFilters = /(?:[?&]custom\.\d+=[^&]*){11}/;

function statusOf({ answer, milliseconds, matched, sent }: Case): string[] {
  const found: string[] = [];
  if (answer.statusCode >= 500) found.push(`server error: answered ${answer.statusCode}`);
  if (milliseconds > 6000) found.push(`slow: took ${Math.round(milliseconds / 1000)} s`);
  if (matched && matched.may !== 'public' && answer.statusCode === 200 && tooManyFilters.test(sent))
    found.push('limits: more filters were taken than a list has');
  if (({} as Record<string, unknown>)['zpolluted'] !== undefined)
    found.push('prototype: every object has a new property');
  return found;
}

/** Refused, and not the protocol's way to have the next page loaded fully, which is a 409 as well. */
export const isRefused = ({ statusCode, headers }: LightMyRequestResponse): boolean =>
  statusCode >= 400 && !(statusCode === 409 && headers['x-inertia-location'] !== undefined);

/** Whether the answer is a way to the sign-in page, or a refusal. */
function isTurnedAway({ statusCode, headers }: LightMyRequestResponse): boolean {
  const to = String(headers.location ?? headers['x-inertia-location'] ?? '');
  return statusCode >= 400 ? true : statusCode === 302 && to.startsWith('/sign-in');
}

function rightsOf(one: Case, text: string): string[] {
  const { answer, person, matched, csrf, changes } = one;
  const found: string[] = [];
  const isServed = !isTurnedAway(answer) && answer.statusCode !== 204;
  const isMachine = matched?.may === 'machine';
  const isAllowed = !matched || (isMachine ? one.isSigned === true : holds(person, matched.may));
  if (matched && isServed && !isAllowed)
    found.push(`rights: ${String(matched.may)} is needed, and ${person.name} was answered ${answer.statusCode}`);
  if (!isAllowed && changes.length) found.push(`rights: ${person.name} changed ${tablesIn(changes)}`);
  if (isWrite(one) && !isMachine && csrf !== 'valid' && (isServed || changes.length))
    found.push(`csrf: a write passed whose token was ${csrf}`);
  const { location, 'set-cookie': cookie } = answer.headers;
  const beyond = isMachine ? changes.filter(({ table }) => !reported.has(table)) : [];
  if (beyond.length) found.push(`machine: another program changed ${tablesIn(beyond)}`);
  if (isMachine && (location || cookie || String(answer.headers['content-type']).includes('html')))
    found.push('machine: another program was answered with a page, a cookie or a redirect');
  const name = hiddenFrom(person).find((hidden) => new RegExp(`\\b${hidden}\\b`).test(text));
  if (name && !one.sent.includes(name)) found.push(`rights: ${person.name} was told of ${name}`);
  if (!matched && changes.length) found.push(`rights: an address that is none changed ${tablesIn(changes)}`);
  return found;
}

/** What a report of another program may change. */
const reported = new Set(['outbox', 'machine_receipts', 'audit_entries']);
/** What a repeated form may still change: the draft that its page saved in between, and when its person was last here. */
const unharmed = new Set(['form_drafts', 'sessions']);

function onceOf({ answer, changes, repeats }: Case): string[] {
  const found: string[] = [];
  const more = changes.filter(({ table }) => !unharmed.has(table));
  if (repeats === 'same' && isRefused(answer)) found.push(`once: the same again was refused with ${answer.statusCode}`);
  if (repeats === 'same' && more.length) found.push(`once: the same again changed ${tablesIn(more)}`);
  if (repeats === 'otherBody' && (!isRefused(answer) || more.length))
    found.push('once: a key that has acted was taken for other entries');
  if (repeats === 'otherPerson' && answer.headers['idempotent-replayed'] !== undefined)
    found.push("once: somebody got the answer to another person's key");
  return found;
}

const tablesIn = (changes: Change[]) => [...new Set(changes.map(({ table }) => table))].join(', ');
/** Whoever is nobody may open a door of his own and leave a trace of it, no more. */
const doors = new Set([
  'sessions',
  'credentials',
  'one_time_tokens',
  'recovery_codes',
  'audit_entries',
  'outbox',
  'accounts',
  // A person is told of his own sign-in.
  'notifications',
]);

/** What a mere look may write: a download and a look at private data are noted. */
export const noted = ['audit_entries', 'read_log'];

function storageOf(one: Case, { foreignIds }: Rules): string[] {
  const { answer, changes, matched, person } = one;
  const found: string[] = [];
  if (isRefused(answer) && changes.length)
    found.push(`refused: answered ${answer.statusCode}, yet changed ${tablesIn(changes)}`);
  const more = changes.filter(({ table }) => !noted.includes(table));
  if (!isWrite(one) && more.length) found.push(`read: ${one.method} changed ${tablesIn(more)}`);
  if (person.name === nobody && matched?.may !== 'machine' && changes.some(({ table }) => !doors.has(table)))
    found.push(`rights: nobody changed ${tablesIn(changes)}`);
  for (const { table, before, after } of changes) {
    const text = JSON.stringify(after ?? {});
    if (text.includes(unknownMark) || text.includes('77012345'))
      found.push(`unknown: a key that no form has was stored in ${table}`);
    if (
      table === 'accounts' &&
      after?.['is_group_administrator'] === true &&
      before?.['is_group_administrator'] !== true
    )
      found.push('rights: an account became a group administrator');
    if (table === 'outbox' && !before && !after?.['account_id'])
      found.push('message: one was written that belongs to no account, so that nothing says who may read it');
    const owner = (after ?? before)?.['institution_id'];
    if (person.name !== groupAdministrator && foreignIds.includes(Number(owner)))
      found.push(`foreign: a row of another institution changed in ${table}`);
  }
  if (matched?.url === '/assets/*' && changes.length) found.push('read: a file changed the database');
  return found;
}

/** What an error of the machinery says, and no sentence of ours. */
const machinery =
  /node_modules|\bat \S+ \(?(?:file|node|\/)[^\s]*:\d+|\/src\/(?:web|kernel|features)\/|ZodError|FST_ERR|SQLSTATE|Failed query|violates |syntax error at|invalid input syntax|invalid byte sequence|out of range for type|duplicate key|relation "|column "|PostgreSQL|ECONNREFUSED|ENOENT|Cannot read propert|is not a function|Unexpected token|in JSON at position|Invalid option: |Invalid input: |expected one of|Too (?:big|small): /;

/** What an answer may not tell anybody, nor a stranger, unless it was in the request. */
export function secrecyOf(
  { text: all, sent, isGroup }: { text: string; sent: string; isGroup: boolean },
  { secrets, folder, typed }: Omit<Rules, 'foreignIds'>,
): string[] {
  const found: string[] = [];
  const said = machinery.exec(all)?.[0];
  if (said && !sent.includes(said)) found.push(`machinery: the answer says “${said}”`);
  if (all.includes(folder) || all.includes(process.cwd()))
    found.push('machinery: the answer names a folder of the machine');
  if (all.includes(outside) || all.includes('root:x:0:0')) found.push('path: a file outside the web root was read');
  if (all.includes(computed)) found.push('template: the answer holds what a template was to compute');
  if (isGroup) return found;
  const word = secrets.find((one) => all.includes(one) && !sent.includes(one));
  if (word) found.push(`foreign: the answer holds “${word}”`);
  // The ids that were asked for come back in the address; none other may.
  const id = [...all.matchAll(/\b88\d{7}\b/g)]
    .map(([one]) => one)
    .find((one) => Number(one) >= foreignFrom && !typed.has(one) && !sent.includes(one));
  if (id) found.push(`foreign: the answer holds the id ${id}`);
  return found;
}

const plainFiles = new Set(['/metrics', '/robots.txt']);

/** The document of a round without what differs from one to the next. */
const frames = new WeakMap<Rules, string>();
const page = /<script type="application\/json" data-page="app">([\s\S]*?)<\/script>/;

function formOf(one: Case, rules: Rules, text: string): string[] {
  const { headers, statusCode } = one.answer;
  const type = String(headers['content-type'] ?? '');
  const found: string[] = [];
  if (headers['x-content-type-options'] !== 'nosniff') found.push('headers: no nosniff');
  if (headers['x-injected'] !== undefined) found.push('headers: one was injected');
  for (const name of ['location', 'x-inertia-location'] as const) {
    const to = headers[name];
    if (to !== undefined && !/^\/(?![/\\])/.test(String(to)))
      found.push(`redirect: ${name} leads to ${String(to).slice(0, 80)}`);
  }
  // One that is taken away holds nothing to guard.
  for (const cookie of [headers['set-cookie'] ?? []].flat())
    if (!/^\w+=;/.test(cookie) && (!/;\s*HttpOnly/i.test(cookie) || !/;\s*SameSite=Lax/i.test(cookie)))
      found.push(`headers: a cookie without HttpOnly or SameSite: ${cookie.split('=')[0]}`);
  if (text === '' || statusCode === 304) return found;
  if (type.startsWith('text/html'))
    found.push(...documentOf(rules, String(headers['content-security-policy'] ?? ''), text));
  else if (type.startsWith('application/json')) found.push(...(isJson(text) ? [] : ['form: JSON that is none']));
  else if (type.endsWith('.sheet'))
    found.push(...(/<f[ >]/.test(text) ? ['formula: a cell of a workbook that computes'] : []));
  else if (type.startsWith('text/csv')) found.push(...cellsOf(text));
  else if (type.startsWith('application/pdf'))
    found.push(...(/\/(JavaScript|JS|Launch|OpenAction)\b/.test(text) ? ['form: a PDF that does something'] : []));
  else if (
    !/^(text\/(plain|javascript)|image\/(webp|avif|jpeg|png)|application\/(javascript|manifest\+json|atom\+xml|xml))/.test(
      type,
    )
  )
    found.push(`form: an answer of the type “${type}”`);
  else if (type.startsWith('text/plain') && text !== 'success' && !plainFiles.has(one.matched?.url ?? ''))
    found.push(`form: text of a person's as text/plain`);
  return found;
}

/** What the attacks would have a browser run, as it looks where nobody escaped it. */
const markup = /<script[^>]*>zq|<svg onload|<img src=x|<[^>]*\sonerror=|href="\s*javascript:/i;

/** Documents without React: nothing inline may run in them, so what stands in them needs no comparing. */
const isScriptless = (policy: string) =>
  policy.startsWith("default-src 'none'") && !/script-src[^;]*(unsafe|nonce|\*|https?:)/.test(policy);

function documentOf(rules: Rules, policy: string, text: string): string[] {
  const found: string[] = [];
  if (!page.test(text) && isScriptless(policy)) return markup.test(text) ? ["html: a person's text as markup"] : [];
  if (!/script-src 'self' 'nonce-[^']{16,}'(;|$)/.test(policy)) found.push('html: no strict content security policy');
  const json = page.exec(text)?.[1];
  if (json === undefined) return [...found, 'html: a document without its page'];
  if (json.includes('<') || !isJson(json)) found.push('html: the page in the document is not escaped');
  const rest = text
    .replace(page, '')
    .replace(/(name="(?:csrf-token|csp-nonce)" content=")[\w+/=-]*"/g, '$1"')
    .replace(/nonce="[\w+/=-]*"/g, '')
    // Each institution is an app of its own, and its short name is escaped.
    .replace(
      /<link rel="[a-z-]+" href="(\/app\/[\w-]+\/[\w.-]+(\?v=\w+)?|data:image\/svg\+xml,[\w%.~()*'!-]+)">\n/g,
      '',
    )
    .replace(/(name="apple-mobile-web-app-title" content=")[^"<>]*"/, '$1"')
    // Each page has files of its own in the bundle.
    .replace(/<link rel="(?:stylesheet|modulepreload)" href="\/assets\/[\w.-]+">\n/g, '');
  if (!frames.has(rules)) frames.set(rules, rest);
  if (rest !== frames.get(rules)) found.push('html: something stands in the document outside its page');
  return found;
}

/** Cells that a spreadsheet would compute. */
function cellsOf(text: string): string[] {
  const rows = parse(text, { bom: true, relax_column_count: true }) as string[][];
  const armed = rows.flat().find((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell));
  return armed === undefined ? [] : [`formula: a cell that would be computed: ${armed.slice(0, 60)}`];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function bodyOf({ rawPayload, headers }: LightMyRequestResponse): string {
  if (String(headers['content-type']).endsWith('.sheet')) return sheetsIn(rawPayload);
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync }[
    String(headers['content-encoding'])
  ];
  return (unpack && rawPayload.length ? unpack(rawPayload) : rawPayload).toString();
}

/** The text of all files in a workbook, found by the directory at its end. */
function sheetsIn(zip: Buffer): string {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0) return zip.toString();
  let at = zip.readUInt32LE(end + 16);
  const texts: string[] = [];
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20));
    texts.push((zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString());
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return texts.join('\n');
}
