import type { Choice } from '#kernel/choices.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { InvoiceDetails } from './invoice.queries.ts';
import type { InvoiceTotals, invoiceList } from './invoices.list.ts';

export type InvoiceListProps = PropsOfList<typeof invoiceList> & {
  totals?: InvoiceTotals[];
  chosen: { fee: string | null; class: string | null; batch: string | null };
  can: { bill: boolean };
};
export const invoiceListPage = page<InvoiceListProps>('invoices/invoice-list');

export const invoicePage = page<{ invoice: InvoiceDetails }>('invoices/invoice');

export interface CategoryChoice {
  id: number;
  institutionId: number;
  name: string;
}
export const invoiceNewPage = page<{
  student: Choice | null;
  categories: CategoryChoice[];
  dueOn: string;
}>('invoices/invoice-new');

/** What a form on an invoice does. */
export type InvoiceAct = 'credit' | 'cancel' | 'waive';
export const invoiceActPage = page<{ act: InvoiceAct; itemId: number | null; invoice: InvoiceDetails }>(
  'invoices/invoice-act',
);
