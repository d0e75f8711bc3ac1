import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { enterGoesOn } from '#ui/forms/enter-goes-on.ts';
import { textName } from '#ui/format.ts';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DuplicateNotice } from '#features/records/people/shared/duplicate-notice.tsx';
import { CustomFieldInputs } from '#features/records/custom-fields/shared/custom-fields.tsx';
import { FormDraft } from '#features/records/people/shared/form-draft.tsx';
import {
  PersonPhoto,
  ContactFields,
  GenderField,
  HomeFields,
  MiddleNameField,
  NamesRow,
  NationalityField,
} from '#features/records/people/shared/person-photo.tsx';
import type { PropsOf } from '#web/page.ts';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import type { guardianForm } from './guardians.pages.ts';
import { guardianFields } from '#features/records/people/people.fields.ts';
import { RecordInputs, RecordRows } from '#web/client/record-fields.tsx';

/** Adds or edits a guardian. */
export default function GuardianFormPage({
  guardian,
  groups,
  words,
  place,
  custom,
  phoneExample,
  ...offer
}: PropsOf<typeof guardianForm>) {
  const address = useAddress();
  const back = guardian ? address.href(`/guardians/${guardian.id}`) : address.href('/guardians');
  return (
    <>
      <PageHeader
        title={guardian ? `Edit ${textName(guardian)}` : 'Add guardian'}
        breadcrumbs={[
          { label: 'Guardians', href: address.href('/guardians') },
          ...(guardian ? [{ label: textName(guardian), href: back }] : []),
        ]}
      />
      <EditForm
        // Lists belong to the institution, so choosing another one resets the form.
        key={offer.institutionId}
        opened={offer.opened}
        action={guardian ? `/guardians/${guardian.id}` : '/guardians'}
        submit={guardian ? 'Save record' : 'Add guardian'}
        cancelHref={back}
        long
        onKeyDown={enterGoesOn}
      >
        <FormDraft
          form={`guardian:${guardian?.id ?? 'new'}`}
          institutionId={offer.institutionId}
          stamp={guardian ? String(guardian.updatedAt) : undefined}
        />
        <FormSection title="Name">
          {!guardian && <InstitutionChoice institutionId={offer.institutionId} institutions={offer.institutions} />}
          <PersonPhoto
            people="guardians"
            id={guardian?.id}
            institutionId={offer.institutionId}
            of={guardian ? textName(guardian) : 'the guardian'}
            src={guardian && photoUrl('guardians', guardian, 'large')}
          />
          <FieldRow>
            <RecordInputs fields={guardianFields} section="title" values={guardian} autoFocus />
            <GenderField person={guardian} />
          </FieldRow>
          <NamesRow person={guardian} />
          <MiddleNameField person={guardian} />
        </FormSection>
        <FormSection title="Contact" description="The school calls and sends SMS to the mobile number.">
          <ContactFields person={guardian} phoneExample={phoneExample} />
        </FormSection>
        <DuplicateNotice people="guardians" noun="guardian" institutionId={offer.institutionId} id={guardian?.id} />
        <FormSection title="Work">
          <RecordRows fields={guardianFields} section="work" values={guardian} />
        </FormSection>
        <FormSection title="Home">
          <HomeFields
            {...place}
            fields={guardianFields}
            person={guardian}
            institute={offer.institutionId}
            asks="student"
          />
        </FormSection>
        <FormSection title="Language">
          <NationalityField value={guardian?.nationalityId} countries={place.countries} />
          <RecordInputs fields={guardianFields} section="personal" values={guardian} lists={words} />
        </FormSection>
        {groups.includes('religion') && (
          <FormSection title="Religion" description="Restricted. Every view is logged.">
            <RecordInputs fields={guardianFields} section="religion" values={guardian} lists={words} />
          </FormSection>
        )}
        {custom.fields.length > 0 && (
          <FormSection title="Other details">
            <CustomFieldInputs fields={custom.fields} values={custom.values} people="guardians" />
          </FormSection>
        )}
      </EditForm>
    </>
  );
}
