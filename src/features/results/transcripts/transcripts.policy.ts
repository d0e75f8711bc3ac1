import type { PermissionLabels } from '#kernel/permissions.ts';

export const transcriptPermissions = {
  'transcripts.issue': 'Issue and revoke transcripts and statements of result',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof transcriptPermissions, true> {}
}
