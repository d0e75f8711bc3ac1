import { useState } from 'react';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { CheckboxField, NumberField, TextareaField, TextField } from '#ui/forms/fields.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { SelectField, ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import { pinTypes } from '../pins.ts';
import type { kindFormPage } from '../pins.pages.ts';
import { InstitutionField } from '#ui/forms/institution-choice.tsx';

/** Adds or edits a type of pin. */
export default function KindFormPage(props: PropsOf<typeof kindFormPage>) {
  const { kind, opened, institutions, programs } = props;
  const { href } = useAddress();
  const [institutionId, setInstitutionId] = useState(props.institutionId);
  const [type, setType] = useState(kind?.type ?? 'registration');
  const currency = institutions.find(({ id }) => id === institutionId)?.currency ?? props.currency;
  const stock = href('/pins');
  return (
    <>
      <PageHeader
        title={kind ? `Edit ${kind.name}` : 'Add type of pin'}
        breadcrumbs={[{ label: 'Pins', href: stock }]}
      />
      <EditForm
        opened={opened}
        action={kind ? `/pin-kinds/${kind.id}` : '/pin-kinds'}
        submit={kind ? 'Save type' : 'Add type'}
        cancelHref={stock}
      >
        {!kind && (
          <InstitutionField institutionId={institutionId} institutions={institutions} onChange={setInstitutionId} />
        )}
        <TextField name="name" label="Name" maxLength={80} placeholder="Entrance form 2027" />
        {!kind && (
          <ChoiceField
            name="type"
            label="Opens"
            value={type}
            onChange={(event) => setType(event.target.value as typeof type)}
            options={[
              { value: 'registration', label: `${pinTypes.registration}: one application` },
              { value: 'result', label: `${pinTypes.result}: a student’s result, several times` },
            ]}
          />
        )}
        <SelectField
          key={institutionId}
          name="program_id"
          label="Programme"
          placeholder="All programmes"
          optional
          defaultValue={kind?.program_id ? String(kind.program_id) : ''}
          options={programs
            .filter((program) => program.institutionId === institutionId)
            .map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <MoneyField name="price" label="Price" currency={currency} defaultValue={kind?.price} />
        <NumberField
          name="valid_days"
          label="Valid for (days)"
          defaultValue={kind?.valid_days ?? 365}
          min={1}
          max={1830}
          help="How long new pins can be used, unless you choose another date when you create them."
        />
        {type === 'result' ? (
          <NumberField name="views" label="Views" defaultValue={kind?.views ?? 5} min={1} max={100} />
        ) : (
          <input type="hidden" name="views" value={kind?.views ?? 5} />
        )}
        <CheckboxField
          name="is_on_sale"
          label="Sold online"
          help="Applicants can buy it on your site and pay online, as long as there is stock."
        />
        <NumberField
          name="most_per_order"
          label="Maximum per order"
          defaultValue={kind?.most_per_order ?? 5}
          min={1}
          max={100}
        />
        <TextField
          name="sold_at"
          label="Where to buy it for cash"
          optional
          maxLength={300}
          placeholder="School bursary, and First Bank, Unity Road"
        />
        <TextareaField name="instructions" label="Instructions on the card" optional maxLength={300} rows={3} />
      </EditForm>
    </>
  );
}
