import { and, eq, inArray, sql } from 'drizzle-orm';
import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { id } from '#kernel/schemas.ts';
import { invoiceNumber } from '../invoices.ts';
import { servePrintedFile } from '#web/printed-file.ts';
import { may, type App } from '#web/routes.ts';
import { invoiceOf } from '../records/invoice.queries.ts';
import { invoiceList } from '../records/invoices.list.ts';
import { billFileOf } from './bill-data.queries.ts';
import { markPrinted, printBills } from './print-bills.ts';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { findPrintedFile, type PrintedFile } from '#kernel/print/printed-files.ts';
import { billFiles } from './bills.schema.ts';
import { page } from '#web/page.ts';
import type { InvoiceState } from '../records/invoice-state.ts';

const params = z.object({ id });
const config = may('fees.view');
const layout = new URL('./bill.pdf.ts', import.meta.url);

/** Printed bills: one at once, many as a file that a job makes. */
export function billRoutes(app: App): void {
  const { files, jobs } = app.services;

  app.post(
    '/invoices/:id/print',
    {
      config: { ...config, takesForm: true, ...allowedForOwnFamily('A copy of what was issued.') },
      schema: { params },
    },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      const { number, data } = await request.write(async (tx, actor) => {
        const invoice = await invoiceOf(tx, actor, request.params.id);
        const { institutionId } = invoice;
        await markPrinted(tx, institutionId, [invoice.id]);
        await record(tx, actor, 'fees.printBills', {
          institutionId,
          summary: `printed ${invoiceNumber(invoice.number)}`,
          subject: { type: 'invoice', id: invoice.id },
        });
        return {
          number: invoiceNumber(invoice.number),
          data: await billFileOf(tx, files, institutionId, [invoice.id], origin),
        };
      });
      return reply.pdf({ title: number, layout, data });
    },
  );

  app.post(
    '/bill-files',
    { config: { ...config, once: true, isHeavy: true }, schema: { body: invoiceList.Filter } },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      return reply.once(async (tx, actor) => {
        const fileId = await printBills(tx, actor, jobs, request.body, origin);
        return { go: `/bill-files/${fileId}` };
      });
    },
  );

  servePrintedFile(app, '/bill-files', { config, page: billFilePage, name: 'bills.pdf', find: billFileRow });
}

/** A file of bills and how far it is. */
const billFileRow = (db: Db, actor: Actor, id: number) =>
  findPrintedFile(db, billFiles, {
    total: sql`cardinality(${billFiles.invoiceIds})`,
    where: and(eq(billFiles.id, id), inArray(billFiles.institutionId, institutionsWhere(actor, 'fees.view'))),
  });

export const billFilePage = page<{ file: PrintedFile }>('invoices/bill-file');
/** A bill as its public page shows it. */
export interface VerifiedBill {
  institution: string;
  number: number;
  title: string;
  issuedOn: string;
  total: number;
  open: number;
  currency: string;
  batch: string | null;
  initials: string;
  state: InvoiceState;
}
export const verifyBillPage = page<{ bill: VerifiedBill }>('invoices/verify-bill');
