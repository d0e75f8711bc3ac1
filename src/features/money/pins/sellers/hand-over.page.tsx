import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField, ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { handOverPage } from '../pins.pages.ts';

/** Hands printed cards to a seller, or takes unsold ones back. */
export default function HandOverPage({ sellers, first, last }: PropsOf<typeof handOverPage>) {
  const { href } = useAddress();
  const stock = href('/pins');
  return (
    <>
      <PageHeader
        title="Hand over cards"
        description="The cards can then be used, and the seller is responsible for them."
        breadcrumbs={[{ label: 'Pins', href: stock }]}
      />
      <EditForm action="/pin-handovers" submit="Hand over" cancelHref={stock}>
        <SelectField
          name="seller_id"
          label="Seller"
          {...(sellers.length === 0 && { help: 'There is no seller yet. Add one under Pins first.' })}
          options={sellers}
        />
        <ChoiceField
          name="direction"
          label="Direction"
          options={[
            { value: 'out', label: 'To the seller' },
            { value: 'back', label: 'Back from the seller, unsold' },
          ]}
        />
        <TextField
          name="first_serial"
          label="First serial number"
          inputMode="numeric"
          maxLength={20}
          defaultValue={first}
        />
        <TextField
          name="last_serial"
          label="Last serial number"
          inputMode="numeric"
          maxLength={20}
          defaultValue={last}
        />
        <TextField
          name="note"
          label="Note"
          optional
          maxLength={300}
          help="For example, the person who collected them."
        />
      </EditForm>
    </>
  );
}
