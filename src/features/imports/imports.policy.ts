import { inArray, type SQL } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
// Declares 'students.import', the permission that all of this needs.
import type {} from '#features/students/students.policy.ts';
import { imports } from './imports.schema.ts';

/** Imports are shared work: whoever may import in an institution sees all imports of it. */
export const visibleTo = (actor: Actor, wanted?: number): SQL =>
  inArray(imports.institutionId, institutionsInView(actor, wanted, 'students.import'));
