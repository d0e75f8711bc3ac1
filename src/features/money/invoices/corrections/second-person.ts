import { membershipIn, type Actor } from '#kernel/actor.ts';
import { formatMoney } from '#kernel/money.ts';
import { invoiceNumber } from '../invoices.ts';
import { textName } from '#ui/format.ts';
import type { InvoiceOf } from './lock-invoice-of.ts';

/** What a request says: its subject is the student, so that an erasure empties it. */
export function requestAbout({ invoice, student }: InvoiceOf, act: string) {
  return {
    institutionId: invoice.institutionId,
    subject: { type: 'student', id: student.id },
    about: `${act}:${invoice.id}`,
    who: `${textName(student)}, ${student.admissionNumber}`,
    number: invoiceNumber(invoice.number),
  };
}

export const moneyOf = (actor: Actor, institutionId: number, minor: number) =>
  formatMoney({ minor, currency: membershipIn(actor, institutionId)!.currency });

/** The line of a request about what was paid; none if nothing was. */
export const becomesCredit = (becomes: string): [string, string][] => (becomes ? [['Becomes credit', becomes]] : []);
