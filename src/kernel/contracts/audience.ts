import type { ApprovalKinds } from './approval-kind.ts';
import type { Permission } from '../permissions.ts';

/** People with one of these permissions in some institution; an empty list means everybody. */
export type Audience = readonly Permission[] | ((product: { approvals: ApprovalKinds }) => readonly Permission[]);
