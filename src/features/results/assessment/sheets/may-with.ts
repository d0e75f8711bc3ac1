import { can, type Actor } from '#kernel/actor.ts';
import type { Permission } from '#kernel/permissions.ts';

/** What the actor may do with the sheets of an institution; nothing without one. */
export const mayWith = (actor: Actor, institutionId: number | undefined) => {
  const holds = (permission: Permission) => institutionId !== undefined && can(actor, permission, institutionId);
  return {
    open: holds('marks.open'),
    approve: holds('marks.approve'),
    publish: holds('results.publish'),
    print: holds('marks.view'),
    correct: holds('marks.enter') || holds('marks.approve'),
  };
};
