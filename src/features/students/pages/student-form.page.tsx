import { DatePickerField } from '#ui/date-fields.tsx';
import { todayHere } from '#ui/dates/notation.ts';
import { EditForm, FieldRow, FormSection } from '#ui/edit-form.tsx';
import { TextareaField, TextField } from '#ui/fields.tsx';
import { textName } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useAddress } from '#ui/use-address.ts';
import { PlaceFields } from '#web/client/place-fields.tsx';
import type { PropsOf } from '#web/page.ts';
import { InstitutionField } from '../parts/institution-field.tsx';
import type { studentForm } from '../students.pages.ts';

/** Admit a new student or change a record. */
export default function StudentFormPage({ student, ...offer }: PropsOf<typeof studentForm>) {
  const address = useAddress();
  const value = (field: keyof NonNullable<typeof student>) => (student?.[field] ?? undefined) as string | undefined;
  const back = student ? address.href(`/students/${student.id}`) : address.href('/students');
  return (
    <>
      <PageHeader
        title={student ? `Edit ${textName(student)}` : 'Admit a student'}
        breadcrumbs={[
          { label: 'Students', href: address.href('/students') },
          ...(student ? [{ label: student.admissionNumber, href: back }] : []),
        ]}
      />
      <EditForm
        action={student ? `/students/${student.id}` : '/students'}
        submit={student ? 'Save record' : 'Admit student'}
        cancelHref={back}
      >
        <FormSection title="Name">
          <FieldRow>
            <TextField
              name="surname"
              label="Surname"
              defaultValue={value('surname')}
              maxLength={100}
              autoFocus
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
          <FieldRow>
            <TextField
              name="middleName"
              label="Middle name"
              optional
              defaultValue={value('middleName')}
              maxLength={100}
              autoComplete="off"
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
          <FieldRow>
            <DatePickerField
              name="birthDate"
              label="Date of birth"
              optional
              min="1900-01-01"
              max={todayHere()}
              defaultValue={value('birthDate')}
            />
            <SelectField
              name="bloodGroup"
              label="Blood group"
              optional
              defaultValue={value('bloodGroup')}
              options={offer.bloodGroups.map((one) => ({ value: one, label: one }))}
            />
          </FieldRow>
          <FieldRow>
            <TextField name="religion" label="Religion" optional defaultValue={value('religion')} maxLength={60} />
            <TextField name="language" label="Language" optional defaultValue={value('language')} maxLength={60} />
          </FieldRow>
        </FormSection>
        <FormSection title="School">
          {!student && <InstitutionField {...offer} />}
          <FieldRow>
            {student ? (
              <TextField
                name="admissionNumber"
                label="Admission number"
                defaultValue={value('admissionNumber')}
                maxLength={40}
              />
            ) : (
              <TextField
                name="admissionNumber"
                label="Admission number"
                optional
                maxLength={40}
                autoComplete="off"
                help={`Leave empty for the next number, like ${offer.institutions.find((one) => one.id === offer.institutionId)?.numberExample}.`}
              />
            )}
            <TextField
              name="registrationNumber"
              label="Registration number"
              optional
              defaultValue={value('registrationNumber')}
              maxLength={40}
            />
          </FieldRow>
          <DatePickerField
            name="admissionDate"
            label="Admission date"
            optional
            defaultValue={value('admissionDate')}
            help={student ? undefined : 'Leave empty for today.'}
          />
        </FormSection>
        <FormSection title="Contact">
          <FieldRow>
            <TextField
              name="phone"
              label="Phone"
              type="tel"
              optional
              defaultValue={value('phone')}
              placeholder="0803 123 4567"
            />
            <TextField name="email" label="E-mail" type="email" optional defaultValue={value('email')} />
          </FieldRow>
          <TextareaField
            name="address"
            label="Address"
            optional
            defaultValue={value('address')}
            rows={2}
            maxLength={300}
          />
        </FormSection>
        <FormSection title="Origin">
          <PlaceFields {...offer.places} institute={offer.institutionId} asks="student" stateLabel="State of origin" />
          <FieldRow>
            <TextField name="city" label="City" optional defaultValue={value('city')} maxLength={100} />
            <TextField name="community" label="Community" optional defaultValue={value('community')} maxLength={100} />
          </FieldRow>
        </FormSection>
      </EditForm>
    </>
  );
}
