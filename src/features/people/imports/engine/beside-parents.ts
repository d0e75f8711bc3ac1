import type { Field, Roster } from './field.ts';
import type { Guess } from './guess.ts';
import type { Column } from './inspect.ts';
import { spellings } from './spellings.ts';

/** A bare “Phone” or “E-mail” directly behind the name of a parent is the parent’s. */
export function besideParents(
  guesses: Guess[],
  columns: Column[],
  { fields, prefix }: Roster,
  mayUse: (field: Field) => boolean,
) {
  const own = (key: string, header: string) =>
    spellings(header, prefix).some((name) => fields[key]?.synonyms.includes(name));
  const guessed = [...guesses];
  for (const [at, { header }] of columns.entries()) {
    const [, role] = /^(guardian|father|mother)(?:Name|Phone)$/.exec(guessed[at - 1]?.field ?? '') ?? [];
    const { field, isHidden } = guessed[at]!;
    if (!role || isHidden || ![null, 'phone', 'mobile', 'email'].includes(field)) continue;
    const part = own('email', header) ? 'Email' : own('phone', header) || own('mobile', header) ? 'Phone' : null;
    const key = `${role}${part}`;
    const parents = part && fields[key];
    if (parents && mayUse(parents) && guessed.every((other) => other.field !== key)) guessed[at] = { field: key };
  }
  return guessed;
}
