import type { FastifyRequest } from 'fastify';
import type { Actor } from '#kernel/actor.ts';
import { Json } from '#kernel/database/json.ts';
import type { SentCard } from './home-cards.ts';
import { isDeferred } from './page.ts';

/** The content of the frame around a page, for this user and address, as JSON with a cache key. */
export type ShellFor = (actor: Actor, query: unknown) => { json: string; key: string };

interface Sources {
  shellFor: ShellFor;
  /** Known once the props have been read. */
  cardsFor: (request: FastifyRequest) => Promise<SentCard[]>;
}

/** Computes only what is requested: all but deferred props, or on a partial reload the named ones. */
export async function evaluate(
  { shellFor, cardsFor }: Sources,
  request: FastifyRequest,
  component: string,
  props: object,
) {
  const { headers } = request;
  const isPartial = headers['x-inertia-partial-component'] === component;
  const only = isPartial ? names(headers['x-inertia-partial-data']) : [];
  const except = isPartial ? names(headers['x-inertia-partial-except']) : [];
  const deferred: string[] = [];
  const wanted = Object.entries(props).filter(([name, value]) => {
    if (isPartial) return (only.length === 0 || only.includes(name)) && !except.includes(name);
    if (isDeferred(value)) deferred.push(name);
    return !isDeferred(value);
  });
  const values = await Promise.all(
    wanted.map(([, value]: [string, unknown]) =>
      isDeferred(value) ? value.value() : typeof value === 'function' ? (value as () => unknown)() : value,
    ),
  );
  const parts: Part[] = [];
  wanted.forEach(([name], at) => {
    const value = values[at];
    parts.push(`${at ? ',' : '{'}"${name}":`, value instanceof Json ? value.bytes : JSON.stringify(value ?? null));
  });
  const cards = await cardsFor(request);
  let last = `${wanted.length ? ',' : '{'}"errors":{}`;
  if (cards.length) last += `,"homeCards":${JSON.stringify(cards)}`;
  let once = '';
  const actor = request.maybeActor;
  if (!actor) last += ',"shell":null';
  else if (!isPartial) {
    const shell = shellFor(actor, request.query);
    if (!names(headers['x-inertia-except-once-props']).includes(shell.key)) last += `,"shell":${shell.json}`;
    once = `,"onceProps":{${JSON.stringify(shell.key)}:{"prop":"shell","expiresAt":null}}`;
  }
  parts.push(`${last}}`);
  return { json: { props: parts, once }, deferred, cards };
}

/** Text, or JSON from the database. */
type Part = string | Buffer;

/** JSON from the database is sent as bytes: as a string it would be copied four times. */
export function joined(parts: Part[]): Buffer {
  if (parts.every((part) => typeof part === 'string')) return Buffer.from(parts.join(''));
  const all = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  let at = 0;
  for (const part of parts) at += typeof part === 'string' ? all.write(part, at) : part.copy(all, at);
  return all;
}

const names = (header: string | string[] | undefined): string[] => (header ? String(header).split(',') : []);
