import { can, type Actor } from '#kernel/actor.ts';
import type { Changes } from './compute/changes.ts';

/** Nobody puts words into the principal’s mouth: one of the two who correct that remark approves marks, as its writer does. */
export const mayAgreeTogether = (one: Actor, other: Actor, institutionId: number, { notes }: Changes): boolean =>
  !notes.some(({ field }) => field === 'principal') ||
  can(one, 'marks.approve', institutionId) ||
  can(other, 'marks.approve', institutionId);

export const principalsWords =
  'The principal’s remark changes only if one of the two approves marks. Ask somebody who does to agree.';
