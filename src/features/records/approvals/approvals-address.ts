export const approvalsAddress = (institutionId: number) => `/approvals?institution_id=${institutionId}`;

/** The subject of notifications about a request. */
export const approvalSubject = (id: number) => `approval:${id}`;
