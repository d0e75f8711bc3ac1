import type { FastifyRequest } from 'fastify';
import type { Actor, OwnFamilyMark } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { asRejection } from '#kernel/database/failures.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { namedIn, type RecordIds } from '#kernel/own-family/concerned.ts';
import { isAlone, nobodyElse, ownAmong, refusal, type Subject } from '#kernel/own-family/own-family.ts';

type Work<T> = (tx: Db, actor: Actor) => Promise<T>;

/**
 * Nobody acts for themselves or their own family: a write whose address or body names a record that concerns them is
 * refused, unless its route declares otherwise. The look is sent with the first query of the work, and awaited before
 * the commit.
 */
export function keepFromOwnFamily<T>(request: FastifyRequest, work: Work<T>): Work<T> {
  const { may, ownFamily: rule } = request.routeOptions.config;
  // A look that is logged is written too, but decides nothing.
  if (request.method === 'GET' || may === 'public' || (rule && 'theirs' in rule)) return work;
  const all = namedIn(request.routeOptions.url ?? '', request.params, request.body);
  const named = rule && 'only' in rule ? only(all, rule.only) : all;
  if (Object.keys(named).length === 0) return work;
  return async (tx, actor) => {
    const looked = ownAmong(tx, actor, named);
    const mark: OwnFamilyMark = { reason: undefined, isKnown: looked, isAbout: () => true };
    actor.ownFamilyMark = mark;
    const decided = looked.then(async (own) => {
      mark.isAbout = (subject) => isAmong(own, subject);
      mark.reason = own.length === 0 ? null : await allowedBecause(tx, actor, own);
    });
    mark.isKnown = decided;
    const done = asRejection(() => work(tx, actor));
    // Answered below: the refusal comes first.
    done.catch(() => {});
    await decided;
    return done;
  };

  async function allowedBecause(tx: Db, actor: Actor, own: readonly Subject[]): Promise<string> {
    if (rule && 'allowed' in rule) return rule.allowed;
    if (await isAlone(tx, actor, [may ?? []].flat(), own)) return nobodyElse;
    throw new NotAllowed(refusal);
  }
}

const only = (named: RecordIds, tables: readonly string[]): RecordIds =>
  Object.fromEntries(Object.entries(named).filter(([table]) => tables.includes(table)));

/** An entry about another student of the same request is no act for the own family. */
const isAmong = (own: readonly Subject[], subject?: { type: string; id: number }) =>
  !['student', 'employee', 'guardian'].includes(subject?.type ?? '') ||
  own.some(({ kind, key }) => kind === subject!.type && Number(key) === subject!.id);
