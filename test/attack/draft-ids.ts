import { nounIn } from '#test/harness/plausible.ts';
import { tablesFor } from '#test/harness/nouns.ts';
import type { Ids } from './foreign.ts';
import { roles } from './people.ts';
import type { Chance } from './random.ts';

/** An id of the noun out of these, the latest more often than chance would have it. */
export function idFor(ids: Ids, noun: string, chance: Chance): number | undefined {
  const found = tablesFor(noun)
    .map((table) => ids.get(table))
    .find((list) => list?.length);
  return found && (chance.is(0.3) ? found.at(-1) : chance.pick(found));
}

const idNames = new Set([
  'batch',
  'class',
  'program',
  'person',
  'academic_session',
  'is_current',
  'after',
  'before',
  'from',
  'to',
]);

/** The noun that a field names by id. */
export const nounOfField = (name: string): string | undefined =>
  nounIn(name) ??
  (idNames.has(name)
    ? ({
        after: 'student',
        before: 'import',
        from: 'session',
        to: 'session',
        academic_session: 'session',
        is_current: 'session',
      }[name] ?? name)
    : undefined);

// Nobody of the other institutions: a code for a new password may be asked for by anybody, and changes their rows.
export const usernames = [...roles, 'nobody', 'zq.nobody'];
