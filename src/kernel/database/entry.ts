import type { Actor } from '../actor.ts';
import type { Statement } from './statements.ts';

/** The first statement of a user's transaction: checks the session and sets the institutions for the transaction. */
export function entryOf(actor: Actor, { name, text } = entries.write): Statement {
  const ids = actor.institutions.map(({ id }) => id);
  if (!actor.token) return entryAs(ids, { name, text });
  return {
    name,
    text: `select akada_verify($1, $2), ${text('$3')}`,
    values: [actor.token, actor.version, listOf(ids)],
  };
}

interface ReadEntries {
  of(actor: Actor): Statement;
  as(institutionIds: number[]): Statement;
}

/** The same for reads; a user's is cached with the actor, since every page starts with it. */
export function readEntries(timeout: number): ReadEntries {
  const entry = {
    name: 'look',
    text: (ids: string) =>
      `${entries.write.text(ids)}, set_config('transaction_read_only', 'on', true),
        set_config('statement_timeout', '${timeout}', true)`,
  };
  const known = new WeakMap<Actor['institutions'], { actor: Actor; statement: Statement }>();
  const of = (actor: Actor) => {
    const found = known.get(actor.institutions);
    if (found && found.actor.token === actor.token && found.actor.version === actor.version) return found.statement;
    const statement = entryOf(actor, entry);
    known.set(actor.institutions, { actor, statement });
    return statement;
  };
  return { of, as: (institutionIds) => entryAs(institutionIds, entry) };
}

const entries = {
  write: { name: 'enter', text: (ids: string) => `set_config('akada.institutions', ${ids}, true)` },
};

/** The same without a session check. */
export const entryAs = (institutionIds: number[], { name, text } = entries.write): Statement => ({
  name: `${name} as`,
  text: `select ${text('$1')}`,
  values: [listOf(institutionIds)],
});

const listOf = (ids: number[]) => `{${ids.join(',')}}`;
