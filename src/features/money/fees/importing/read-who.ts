import { quote, squeeze } from '#features/people/imports/engine/clean.ts';
import type { Place } from '../copying/place.ts';
import type { FeeChoices } from '../setup/fee-form.queries.ts';
import { Wrong } from './read-item.ts';

export interface Who {
  names: string[];
  programs: number[];
  classes: number[];
  batches: number[];
}

const everybody = /^(all|everyone|everybody|all (students|pupils|classes)|whole school|school)$/i;

/** The classes, programmes or class arms that a row is for. */
export function whoOf(
  typed: string,
  choices: Pick<FeeChoices, 'programs' | 'classes' | 'batches'>,
  { sessionId }: Place,
): Who {
  const who: Who = { names: [], programs: [], classes: [], batches: [] };
  if (!typed || everybody.test(typed)) return who;
  const kinds = [
    ['classes', choices.classes],
    ['programs', choices.programs],
    ['batches', choices.batches.filter((batch) => batch.sessionId === sessionId)],
  ] as const;
  const add = (name: string) => {
    for (const [kind, some] of kinds) {
      const found = some.filter((one) => squeeze(one.name) === squeeze(name));
      if (found.length > 1) throw new Wrong(`Several are named ${quote(name)}. Add these fees by hand.`);
      if (!found[0]) continue;
      if (!who[kind].includes(found[0].id)) {
        who[kind].push(found[0].id);
        who.names.push(found[0].name);
      }
      return true;
    }
    return false;
  };
  if (add(typed)) return who;
  for (const part of typed.split(/[,;/&+]|\band\b/i).flatMap(rangeOf))
    if (!add(part)) throw new Wrong(`No class or programme is named ${quote(part)}.`);
  const used = [who.programs, who.classes, who.batches].filter(({ length }) => length > 0);
  if (used.length > 1) throw new Wrong('Name either classes, programmes or class arms in one row.');
  return who;
}

/** 'JSS 1-3' is JSS 1, JSS 2 and JSS 3. */
function rangeOf(text: string): string[] {
  const [, before, from, to] = /^(.*?\D)(\d{1,2})\s*(?:-|–|to)\s*(\d{1,2})$/i.exec(text.trim()) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (!before || !(first < last)) return [text.trim()];
  return Array.from({ length: last - first + 1 }, (_, at) => `${before}${first + at}`);
}
