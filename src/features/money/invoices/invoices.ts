/** Kinds of invoices and credit notes, with their names on the screen. */
export const invoiceKinds = {
  fee: 'Fee',
  item: 'Optional item',
  single: 'Single invoice',
  fine: 'Fine',
  opening: 'Opening balance',
  correction: 'Correction',
} as const;
export type InvoiceKind = keyof typeof invoiceKinds;

export const creditNoteKinds = {
  correction: 'Correction',
  cancellation: 'Cancellation',
  write_off: 'Write-off',
} as const;
export type CreditNoteKind = keyof typeof creditNoteKinds;

/** `INV-000123`. */
export const invoiceNumber = (number: number) => documentName('INV', number);
/** `CRN-000123`. */
export const creditNoteNumber = (number: number) => documentName('CRN', number);

/** A document as people name it; in SQL, `documentNumber` of document-numbers.ts. */
export const documentName = (prefix: 'INV' | 'CRN' | 'RCT', number: number) =>
  `${prefix}-${String(number).padStart(6, '0')}`;
