import { employees } from './employees.ts';
import { guardians } from './guardians.ts';
import type { ImportKind } from './kind-words.ts';
import type { Kind } from './kind.ts';
import { students } from './students.ts';

type ProvidedKind = Extract<ImportKind, 'openings' | 'results'>;
const provided = new Map<ProvidedKind, Kind>();

function providedKind(key: ProvidedKind): Kind {
  const kind = provided.get(key);
  if (!kind) throw new Error(`No feature has provided the import of ${key}.`);
  return kind;
}

/** Everything that can be imported; what features above this one import, they provide. */
export const kinds: Readonly<Record<ImportKind, Kind>> = {
  students,
  employees,
  guardians,
  get openings() {
    return providedKind('openings');
  },
  get results() {
    return providedKind('results');
  },
};

export const provideKind = (kind: Kind & { key: ProvidedKind }): void => void provided.set(kind.key, kind);
