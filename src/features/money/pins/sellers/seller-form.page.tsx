import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import { sellerKinds } from '../pins.ts';
import type { sellerFormPage } from '../pins.pages.ts';
import { InstitutionField } from '#ui/forms/institution-choice.tsx';

/** Adds or edits somebody who sells printed pins. */
export default function SellerFormPage({
  seller,
  opened,
  institutionId,
  institutions,
}: PropsOf<typeof sellerFormPage>) {
  const { href } = useAddress();
  const stock = href('/pins');
  return (
    <>
      <PageHeader
        title={seller ? `Edit ${seller.name}` : 'Add seller'}
        breadcrumbs={[{ label: 'Pins', href: stock }]}
      />
      <EditForm
        opened={opened}
        action={seller ? `/pin-sellers/${seller.id}` : '/pin-sellers'}
        submit={seller ? 'Save seller' : 'Add seller'}
        cancelHref={stock}
      >
        {!seller && <InstitutionField institutionId={institutionId} institutions={institutions} />}
        <TextField name="name" label="Name" maxLength={80} placeholder="First Bank, Unity Road" />
        <ChoiceField name="kind" label="Kind" defaultValue={seller?.kind ?? 'bank'} options={sellerKinds} />
        <TextField
          name="contact"
          label="Contact"
          optional
          maxLength={200}
          help="A person to contact, with a phone number."
        />
      </EditForm>
    </>
  );
}
