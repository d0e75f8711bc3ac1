import { employees } from './employees.ts';
import { guardians } from './guardians.ts';
import type { ImportKind } from './kind-words.ts';
import type { Kind } from './kind.ts';
import { openings } from './openings.ts';
import { students } from './students.ts';

let results: Kind | undefined;

/** Everything that can be imported; what features above this one import, they provide. */
export const kinds: Readonly<Record<ImportKind, Kind>> = {
  students,
  employees,
  guardians,
  openings,
  get results() {
    if (!results) throw new Error('No feature has provided the import of results.');
    return results;
  },
};

export const provideKind = (kind: Kind & { key: 'results' }): void => void (results = kind);
