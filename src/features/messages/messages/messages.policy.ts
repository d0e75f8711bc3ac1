import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { PermissionLabels } from '#kernel/permissions.ts';

export const messagePermissions = {
  'messages.view': 'View messages to students, guardians and employees, and their cost',
  'messages.send': 'Send messages to the students, guardians and employees that they can see',
  'messages.sendOwn': 'Send messages to students of their own {batches} and {courses}, and their guardians',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof messagePermissions, true> {}
}

/** The permissions to write messages: to everyone whom the actor can see, or to own batches. */
export const maySend = ['messages.send', 'messages.sendOwn'] as const;

/** The permissions that show messages: all of them, or those that the actor wrote. */
export const maySeeMessages = ['messages.view', ...maySend] as const;

/** Whether the actor can write to own batches alone in the institution. */
export const sendsOwnOnly = (actor: Actor, institutionId: number): boolean => {
  const permissions = membershipIn(actor, institutionId)?.permissions;
  return permissions !== undefined && !permissions.has('messages.send') && permissions.has('messages.sendOwn');
};
