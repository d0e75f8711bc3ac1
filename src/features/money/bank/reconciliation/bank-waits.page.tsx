import { EditForm } from '#ui/forms/edit-form.tsx';
import { NumberField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { bankWaitsPage } from './reconciliation.routes.ts';

const labels = { transfer: 'Transfers', pos: 'POS slips', cheque: 'Cheques' } as const;

/** After how many days a payment has to be seen at the bank. */
export default function BankWaitsPage({ institutionId, waits }: PropsOf<typeof bankWaitsPage>) {
  const { href } = useAddress();
  const list = href('/bank-accounts');
  return (
    <>
      <PageHeader
        title="Days until a payment is overdue at the bank"
        description="Payments not on any bank statement after this many days are listed for you."
        breadcrumbs={[{ label: 'Bank accounts', href: list }, { label: 'Days' }]}
      />
      <EditForm action="/bank-waits" submit="Save days" cancelHref={list}>
        <input type="hidden" name="institution_id" value={institutionId} />
        {(['transfer', 'pos', 'cheque'] as const).map((channel) => (
          <NumberField
            key={channel}
            name={channel}
            label={labels[channel]}
            min={0}
            max={60}
            defaultValue={waits[channel]}
          />
        ))}
      </EditForm>
    </>
  );
}
