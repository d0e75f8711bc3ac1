import type { Permission } from '#kernel/permissions.ts';
import type { ApprovalKinds } from '#kernel/approval-kind.ts';

/** Whoever holds one of these may be asked for an approval, or ask for one: the menu shows them the page. */
export const deciders = ({ approvals }: { approvals: ApprovalKinds }): readonly Permission[] => [
  ...new Set([...approvals.values()].map(({ permission }) => permission)),
];
