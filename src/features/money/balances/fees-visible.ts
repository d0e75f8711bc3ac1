import type { SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { seenWith } from '#features/people/students/seen-with.ts';

/** Permissions that show what students owe. */
export const maySeeFees = ['fees.view', 'fees.viewSelf'] as const;

/** Visible students whose fees the actor can see: all with `fees.view`, otherwise themselves or their own children. */
export const feesVisibleTo = (actor: Actor, wanted?: number): SQL => seenWith(actor, maySeeFees, wanted);
