import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { money, textName } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import { invoiceNumber } from '../invoices.ts';
import type { InvoiceDetails } from '../records/invoice.queries.ts';
import type { InvoiceAct, invoiceActPage } from '../records/invoices.routes.ts';

interface Words {
  title: string;
  submit: string;
  about: (invoice: InvoiceDetails, priced: (minor: number) => string) => string;
}

const words: Record<InvoiceAct, Words> = {
  credit: {
    title: 'Issue credit note',
    submit: 'Issue credit note',
    about: ({ total, credited, settled }, priced) =>
      `At most ${priced(total - credited)} can be credited. ${
        settled > 0
          ? `${priced(settled)} has been paid: any of it that you credit becomes the student’s credit, and a second person has to approve that.`
          : 'A second person has to approve this if it is above the limit for one person.'
      }`,
  },
  cancel: {
    title: 'Cancel invoice',
    submit: 'Cancel invoice',
    about: ({ settled, kind }, priced) =>
      [
        settled > 0
          ? `${priced(settled)} has been paid for it. That becomes the student’s credit, so a second person has to approve this.`
          : 'Nothing has been paid for it. A second person has to approve this if it is above the limit for one person.',
        'A credit note is issued for the rest. The invoice stays in the list as cancelled.',
        kind === 'item' && 'The student no longer takes the item.',
        kind === 'fee' && 'Billing runs will leave this student out of the fee.',
      ]
        .filter(Boolean)
        .join(' '),
  },
  waive: {
    title: 'Waive or write off',
    submit: 'Request approval',
    about: ({ open }, priced) =>
      `${priced(open)} is left to pay. A second person has to approve this before it takes effect.`,
  },
};

/** A credit note, a cancellation, or a waiver, with a reason. */
export default function InvoiceActPage({ act, itemId, invoice }: PropsOf<typeof invoiceActPage>) {
  const { href } = useAddress();
  const back = href(`/invoices/${invoice.id}`);
  const number = invoiceNumber(invoice.number);
  const priced = (minor: number) => money(minor, invoice.currency);
  const { title, submit, about } = words[act];
  const line = act === 'credit' ? invoice.lines.find(({ item }) => item !== null && item.id === itemId) : undefined;
  return (
    <>
      <PageHeader
        title={`${title}: ${number}`}
        breadcrumbs={[
          { label: 'Invoices', href: href('/invoices') },
          { label: number, href: back },
        ]}
        description={[
          `${textName(invoice)}, ${invoice.title}.`,
          line && `This removes ${line.name}: the student no longer takes it.`,
          about(invoice, priced),
        ]
          .filter(Boolean)
          .join(' ')}
      />
      {invoice.can[act] ? (
        <EditForm action={`/invoices/${invoice.id}/${act}`} submit={submit} cancelHref={back}>
          <FormSection>
            {act === 'waive' && (
              <SelectField
                name="how"
                label="Type"
                help="A waiver is a decision to charge less. A write-off gives up a debt that can’t be collected."
                options={[
                  { value: 'waiver', label: 'Waiver' },
                  { value: 'write_off', label: 'Write-off' },
                ]}
              />
            )}
            {act !== 'cancel' && (
              <MoneyField name="amount" label="Amount" currency={invoice.currency} defaultValue={line?.item?.worth} />
            )}
            {line && <input type="hidden" name="item_id" value={line.item!.id} />}
            <TextareaField name="reason" label="Reason" rows={2} maxLength={300} />
          </FormSection>
        </EditForm>
      ) : (
        <EmptyState title={`${number} can’t be changed this way`}>
          {invoice.state === 'cancelled' ? 'It is cancelled.' : 'Nothing is left of it.'}
        </EmptyState>
      )}
    </>
  );
}
