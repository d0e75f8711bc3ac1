import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { enterGoesOn } from '#ui/forms/enter-goes-on.ts';
import { textName } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DuplicateNotice } from '#features/records/people/shared/duplicate-notice.tsx';
import { FormDraft } from '#features/records/people/shared/form-draft.tsx';
import type { PropsOf } from '#web/page.ts';
import type { employeeForm, EmployeeFormProps } from './employees.pages.ts';
import { DatePickerField, YearField } from '#ui/fields/date-fields.tsx';
import { todayHere } from '#ui/fields/dates/notation.ts';
import { zoneOf } from '#ui/zone.ts';
import { TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import { employeeFields } from '#features/records/people/employees.fields.ts';
import { RecordInputs, RecordRows } from '#web/client/record-fields.tsx';
import { CustomFieldInputs } from '#features/records/custom-fields/shared/custom-fields.tsx';
import {
  PersonPhoto,
  HomeFields,
  NationalityField,
  NextOfKinFields,
  ContactFields,
  GenderField,
  MiddleNameField,
  NamesRow,
} from '#features/records/people/shared/person-photo.tsx';

/** Adds or edits an employee. Restricted groups appear only for users who can see them. */
export default function EmployeeFormPage(props: PropsOf<typeof employeeForm>) {
  const { employee, groups } = props;
  const address = useAddress();
  const back = employee ? address.href(`/employees/${employee.id}`) : address.href('/employees');
  return (
    <>
      <PageHeader
        title={employee ? `Edit ${textName(employee)}` : 'Add employee'}
        breadcrumbs={[
          { label: 'Employees', href: address.href('/employees') },
          ...(employee ? [{ label: employee.employeeNumber, href: back }] : []),
        ]}
      />
      <EditForm
        // Lists belong to the institution, so choosing another one resets the form.
        key={props.institutionId}
        opened={props.opened}
        action={employee ? `/employees/${employee.id}` : '/employees'}
        submit={employee ? 'Save record' : 'Add employee'}
        cancelHref={back}
        long
        onKeyDown={enterGoesOn}
      >
        <FormDraft
          form={`employee:${employee?.id ?? 'new'}`}
          institutionId={props.institutionId}
          stamp={employee ? String(employee.updatedAt) : undefined}
        />
        <NameSection {...props} />
        <DuplicateNotice people="employees" noun="employee" institutionId={props.institutionId} id={employee?.id} />
        <EmploymentSection {...props} />
        <ContactSection {...props} />
        {groups.includes('private') && <PrivateSections {...props} />}
        {groups.includes('health') && <HealthSection {...props} />}
        {groups.includes('religion') && <ReligionSection {...props} />}
        {props.customFields.length > 0 && <CustomFieldsSection {...props} />}
      </EditForm>
    </>
  );
}

/** Birth, marriage, home and next of kin. */
function PrivateSections({ employee, words, places, phoneExample, ...offer }: EmployeeFormProps) {
  return (
    <>
      <FormSection title="Personal" description="Visible only to users who can view employees’ private data.">
        <FieldRow>
          <DatePickerField
            name="birthDate"
            label="Date of birth"
            optional
            min="1900-01-01"
            max={todayHere(zoneOf(offer.institutionId))}
            defaultValue={employee?.birthDate ?? undefined}
          />
          <RecordInputs fields={employeeFields} section="personal" values={employee} lists={words} />
        </FieldRow>
        <NationalityField value={employee ? employee.nationalityId : offer.homeCountry} countries={places.countries} />
      </FormSection>
      <FormSection title="Home" description="Place of origin and current address.">
        <HomeFields
          {...places}
          fields={employeeFields}
          person={employee}
          institute={offer.institutionId}
          asks="employee"
        />
      </FormSection>
      <FormSection title="Next of kin" description="The emergency contact.">
        <NextOfKinFields person={employee} lists={words} phoneExample={phoneExample} />
      </FormSection>
    </>
  );
}

/** Blood group and genotype, for an emergency. */
const HealthSection = ({ employee, words }: EmployeeFormProps) => (
  <FormSection title="Health" description="For emergencies. Every view is logged.">
    <RecordRows fields={employeeFields} section="health" values={employee} lists={words} />
  </FormSection>
);

const ReligionSection = ({ employee, words }: EmployeeFormProps) => (
  <FormSection title="Religion" description="Optional. Every view is logged.">
    <RecordInputs fields={employeeFields} section="religion" values={employee} lists={words} />
  </FormSection>
);

/** Photo and name. */
function NameSection({ employee, institutionId }: EmployeeFormProps) {
  return (
    <FormSection title="Name" description="As printed on letters and lists.">
      <PersonPhoto
        people="employees"
        id={employee?.id}
        institutionId={institutionId}
        of={employee ? textName(employee) : 'the new employee'}
        src={employee && photoUrl('employees', employee, 'large')}
      />
      <NamesRow person={employee} autoFocus />
      <FieldRow>
        <MiddleNameField person={employee} />
        <RecordInputs fields={employeeFields} section="title" values={employee} />
      </FieldRow>
      <GenderField person={employee} />
    </FormSection>
  );
}

/** Job and qualifications. */
function EmploymentSection({ employee, words, ...offer }: EmployeeFormProps) {
  return (
    <FormSection title="Employment" description="You can edit these lists in Settings.">
      {!employee && <InstitutionChoice {...offer} />}
      <FieldRow>
        {employee ? (
          <TextField
            name="employeeNumber"
            label="Employee number"
            defaultValue={employee.employeeNumber}
            maxLength={40}
          />
        ) : (
          <TextField
            name="employeeNumber"
            label="Employee number"
            optional
            maxLength={40}
            autoComplete="off"
            help={`Leave empty for the next number, like ${offer.numberExample}.`}
          />
        )}
        <DatePickerField
          name="employedOn"
          label="Date of employment"
          optional
          defaultValue={employee?.employedOn ?? undefined}
          help={employee ? undefined : 'Leave empty for today.'}
        />
      </FieldRow>
      <RecordRows fields={employeeFields} section="job" values={employee} lists={words} />
      <RecordRows fields={employeeFields} section="qualifications" values={employee} lists={words} />
      <YearField
        name="graduationYear"
        label="Year of graduation"
        optional
        defaultValue={employee?.graduationYear?.toString()}
        min="1900"
        max={String(Number(todayHere(zoneOf(offer.institutionId)).slice(0, 4)) + 1)}
        help="When the educational qualification was obtained."
      />
    </FormSection>
  );
}

/** Contact details. */
const ContactSection = ({ employee, phoneExample }: EmployeeFormProps) => (
  <FormSection title="Contact" description="Visible to everyone who can view employees.">
    <ContactFields person={employee} phoneExample={phoneExample} />
  </FormSection>
);

/** Custom fields. */
const CustomFieldsSection = ({ employee, customFields }: EmployeeFormProps) => (
  <FormSection title="Other details" description="Custom fields of your school.">
    <CustomFieldInputs people="employees" fields={customFields} values={employee?.custom} />
  </FormSection>
);
