import type { PermissionLabels } from '#kernel/permissions.ts';

export const contactPermissions = {
  'contact.switches': 'Choose which events send messages, and their texts',
  'contact.wishes': 'See who wants no messages, and add or end opt-outs',
  'contact.replies': 'Read what people answer by SMS, and write back',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof contactPermissions, true> {}
}
