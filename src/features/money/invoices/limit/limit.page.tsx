import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { limitPage } from './limit.routes.ts';

/** How much one person may take off debts alone. */
export default function LimitPage({ institutionId, institutions, currency, limit, opened }: PropsOf<typeof limitPage>) {
  return (
    <>
      <PageHeader
        title="Limit for one person"
        description="Credit notes, cancelled invoices and reversed opening balances need a second person’s approval above this limit."
      />
      <InstitutionSwitch institutionId={institutionId} institutions={institutions} />
      <EditForm key={institutionId} action="/fee-settings" submit="Save limit" opened={opened}>
        <input type="hidden" name="institution_id" value={institutionId} />
        <FormSection>
          <MoneyField
            name="limit"
            label="Limit for one person in a term"
            help="Everything one person takes off debts in a term counts towards it. With 0, a second person approves everything. Raising the limit needs a second person’s approval; lowering it applies immediately."
            currency={currency}
            defaultValue={limit}
          />
        </FormSection>
      </EditForm>
    </>
  );
}
