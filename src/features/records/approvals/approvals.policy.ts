import type { Permission } from '#kernel/permissions.ts';
import { ownersAlone, type ApprovalKinds } from '#kernel/contracts/approval-kind.ts';

/** Users with one of these permissions can decide or make requests, so the menu shows them the page. */
export const deciders = ({ approvals }: { approvals: ApprovalKinds }): readonly Permission[] => [
  ...new Set([...approvals.values()].flatMap(({ permission }) => (permission === ownersAlone ? [] : [permission]))),
];
