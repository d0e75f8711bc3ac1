/** The sum of what everybody pays, before discounts. */
export const compulsoryTotal = (particulars: readonly { amount: number; isOptional: boolean }[]): number =>
  particulars.reduce((sum, { amount, isOptional }) => (isOptional ? sum : sum + amount), 0);
