import { Requested } from '#features/records/approvals/request-approval.ts';

/** After something was done to an invoice, or asked for. */
export const answerOfInvoice = (invoiceId: number, done: string | Requested, words: (done: string) => string) => ({
  flash: done instanceof Requested ? done.message : words(done),
  go: `/invoices/${invoiceId}`,
});
