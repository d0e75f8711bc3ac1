/** Fees that are previewed and billed together. */
export const mostFees = 20;
