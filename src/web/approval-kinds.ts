import { approvalKinds } from '#features/approvals/approval-kind.ts';

/** Every kind of act that needs a second person; each is declared beside its verb. */
export const kindsOfApprovals = approvalKinds();
