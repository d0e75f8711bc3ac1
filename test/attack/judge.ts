import type { LightMyRequestResponse } from 'fastify';
import { foreignFrom } from './foreign.ts';
import { computed } from './payloads.ts';
import { groupAdministrator, hiddenFrom, holds } from './people.ts';
import { outside } from './world.ts';
import { formOf, bodyOf } from './answer-form.ts';
import { gainsOf } from './judge-gain.ts';
import { tablesIn, storageOf, machinery } from './judge-storage.ts';
import { type Case, type Rules, isWrite, isRefused } from './case.ts';

/** What is wrong with an answer: each a sentence that begins with the verdict. */
export function judge(one: Case, rules: Rules): string[] {
  const text = bodyOf(one.answer);
  return [
    ...statusOf(one),
    ...rightsOf(one, text),
    ...onceOf(one),
    ...gainsOf(one, rules),
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

/** More than a list may be narrowed by: each is a condition that costs the database. */
const tooManyFilters = /(?:[?&]custom\.\d+=[^&]*){11}/;

/** Milliseconds of an answer in which somebody may have made the server sleep. */
export const tooLong = 6000;

function statusOf({ answer, milliseconds, matched, sent }: Case): string[] {
  const found: string[] = [];
  if (answer.statusCode >= 500) found.push(`server error: answered ${answer.statusCode}`);
  if (milliseconds > tooLong) found.push(`slow: took ${Math.round(milliseconds / 1000)} s`);
  if (matched && matched.may !== 'public' && answer.statusCode === 200 && tooManyFilters.test(sent))
    found.push('limits: more filters were taken than a list has');
  if (({} as Record<string, unknown>)['zpolluted'] !== undefined)
    found.push('prototype: every object has a new property');
  return found;
}

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
  const beyond = isMachine ? changes.filter(({ table }) => !mayReport(matched.url, table)) : [];
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
/** Where people's replies come in: they end marketing, are answered, and somebody is told of them. */
const bringsReplies = /^\/hooks\/:institution\/(incoming-messages|message-)/;
const replied = new Set(['incoming_messages', 'contact_wishes', 'notifications', 'whatsapp_windows']);

const mayReport = (url: string, table: string) =>
  reported.has(table) || (bringsReplies.test(url) && replied.has(table));

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
    found.push("once: someone got the answer to another person's key");
  return found;
}

/** What an answer may not tell anybody, nor a stranger, unless it was in the request. */
export function secrecyOf(
  { text: all, sent, isGroup }: { text: string; sent: string; isGroup: boolean },
  { secrets, folder, typed }: Omit<Rules, 'foreignIds' | 'families'>,
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
