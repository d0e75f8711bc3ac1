import { employees } from './employees.ts';
import { guardians } from './guardians.ts';
import type { ImportKind } from './kind-words.ts';
import type { Kind } from './kind.ts';
import { openings } from './openings.ts';
import { students } from './students.ts';

/** Everything that can be imported. */
export const kinds: Record<ImportKind, Kind> = { students, employees, guardians, openings };
