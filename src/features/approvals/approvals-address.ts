export const approvalsAddress = (institutionId: number) => `/approvals?institution_id=${institutionId}`;

/** What the notices about a request are found by. */
export const approvalSubject = (id: number) => `approval:${id}`;
