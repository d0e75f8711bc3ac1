/** A bank account of the school, as payers see it. */
export interface PayTo {
  id: number;
  institutionId: number;
  /** The account's name. */
  name: string;
  bank: string;
  number: string;
}

/** 'First Bank · 0123456789 · Fees account': as invoices print it. */
export const payToLine = ({ bank, number, name }: PayTo): string => `${bank} · ${number} · ${name}`;

/** What payers write on a transfer, so that it finds its student. */
export const referenceLine = (invoices: readonly string[], admissionNumber: string | null): string =>
  `Quote ${[...invoices, ...(admissionNumber ? [`the admission number ${admissionNumber}`] : [])].join(' or ')} when you pay.`;
