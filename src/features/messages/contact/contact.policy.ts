import type { PermissionLabels } from '#kernel/permissions.ts';

export const contactPermissions = {
  'contact.switches': 'Choose which events send messages, and their texts',
  'contact.wishes': 'View, add and end opt-outs',
  'contact.replies': 'Read and answer replies by SMS',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof contactPermissions, true> {}
}
