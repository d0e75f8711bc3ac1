import { EditForm, FieldRow, FormSection } from '#ui/edit-form.tsx';
import { enterGoesOn } from '#ui/enter-goes-on.ts';
import { TextareaField, TextField } from '#ui/fields.tsx';
import { textName } from '#ui/format.ts';
import { InstitutionChoice } from '#ui/institution-choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SelectBoxField } from '#ui/select-box.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useAddress } from '#ui/use-address.ts';
import { AlikeNotice } from '#web/client/alike-notice.tsx';
import { CustomFieldInputs } from '#web/client/custom-fields.tsx';
import { FormDraft } from '#web/client/form-draft.tsx';
import { PersonPhoto } from '#web/client/person-photo.tsx';
import { PlaceFields } from '#web/client/place-fields.tsx';
import type { PropsOf } from '#web/page.ts';
import { photoUrl } from '#features/people/photo-url.ts';
import type { guardianForm } from '../guardians.pages.ts';
import { titles } from '../parts/titles.ts';

/** Add a guardian or change a record. */
export default function GuardianFormPage({
  guardian,
  groups,
  words,
  place,
  custom,
  ...offer
}: PropsOf<typeof guardianForm>) {
  const address = useAddress();
  const value = (field: keyof NonNullable<typeof guardian>) => (guardian?.[field] ?? undefined) as string | undefined;
  const back = guardian ? address.href(`/guardians/${guardian.id}`) : address.href('/guardians');
  return (
    <>
      <PageHeader
        title={guardian ? `Edit ${textName(guardian)}` : 'Add a guardian'}
        breadcrumbs={[
          { label: 'Guardians', href: address.href('/guardians') },
          ...(guardian ? [{ label: textName(guardian), href: back }] : []),
        ]}
      />
      <EditForm
        // The lists are the institution's: another one begins anew.
        key={offer.institutionId}
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
            <TextField
              name="title"
              label="Title"
              optional
              defaultValue={value('title')}
              maxLength={20}
              list="titles"
              autoComplete="off"
              autoFocus
            />
            <SelectField
              name="gender"
              label="Gender"
              optional
              defaultValue={value('gender')}
              options={[
                { value: 'female', label: 'Female' },
                { value: 'male', label: 'Male' },
              ]}
            />
          </FieldRow>
          <datalist id="titles">
            {titles.map((title) => (
              <option key={title}>{title}</option>
            ))}
          </datalist>
          <FieldRow>
            <TextField
              name="surname"
              label="Surname"
              defaultValue={value('surname')}
              maxLength={100}
              autoComplete="off"
            />
            <TextField
              name="firstName"
              label="First name"
              defaultValue={value('firstName')}
              maxLength={100}
              autoComplete="off"
            />
          </FieldRow>
          <TextField
            name="middleName"
            label="Middle name"
            optional
            defaultValue={value('middleName')}
            maxLength={100}
            autoComplete="off"
          />
        </FormSection>
        <FormSection title="Contact" description="The mobile is where the school calls and sends messages.">
          <FieldRow>
            <TextField
              name="mobile"
              label="Mobile"
              type="tel"
              optional
              defaultValue={value('mobile')}
              placeholder={offer.phoneExample}
              autoComplete="off"
            />
            <TextField
              name="phone"
              label="Other phone"
              type="tel"
              optional
              defaultValue={value('phone')}
              placeholder={offer.phoneExample}
              autoComplete="off"
            />
          </FieldRow>
          <TextField
            name="email"
            label="E-mail"
            type="email"
            optional
            defaultValue={value('email')}
            autoComplete="off"
          />
        </FormSection>
        <AlikeNotice people="guardians" noun="guardian" institutionId={offer.institutionId} id={guardian?.id} />
        <FormSection title="Work">
          <FieldRow>
            <TextField
              name="occupation"
              label="Occupation"
              optional
              defaultValue={value('occupation')}
              maxLength={100}
            />
            <TextField name="employer" label="Employer" optional defaultValue={value('employer')} maxLength={150} />
          </FieldRow>
        </FormSection>
        <FormSection title="Home">
          <TextareaField
            name="address"
            label="Address"
            optional
            defaultValue={value('address')}
            rows={2}
            maxLength={300}
          />
          <FieldRow>
            <TextField name="city" label="City" optional defaultValue={value('city')} maxLength={100} />
            <TextField name="community" label="Community" optional defaultValue={value('community')} maxLength={100} />
          </FieldRow>
          <PlaceFields {...place} institute={offer.institutionId} asks="student" />
        </FormSection>
        <FormSection title="More">
          <FieldRow>
            <SelectBoxField
              name="nationalityId"
              label="Nationality"
              optional
              defaultValue={value('nationalityId')}
              options={place.countries.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <SelectBoxField
              name="language"
              label="Language"
              optional
              defaultValue={value('language')}
              options={withOwn(words.languages, value('language'))}
            />
          </FieldRow>
        </FormSection>
        {groups.includes('religion') && (
          <FormSection title="Religion" description="Seen by few; who looks at it is written down.">
            <SelectField
              name="religion"
              label="Religion"
              optional
              defaultValue={value('religion')}
              options={withOwn(words.religions, value('religion'))}
            />
          </FormSection>
        )}
        {custom.fields.length > 0 && (
          <FormSection title="Also asked by the school">
            <CustomFieldInputs fields={custom.fields} values={custom.values} people="guardians" />
          </FormSection>
        )}
      </EditForm>
    </>
  );
}

/** The words of a list; one that is offered no more stays with who has it. */
const withOwn = (words: string[], own: string | undefined) =>
  (own === undefined || words.includes(own) ? words : [...words, own]).map((word) => ({ value: word, label: word }));
