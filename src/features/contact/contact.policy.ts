import type { PermissionWords } from '#kernel/permissions.ts';

export const contactPermissions = {
  'contact.switches': 'Choose which events send messages, and their texts',
} satisfies PermissionWords<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof contactPermissions, true> {}
}
