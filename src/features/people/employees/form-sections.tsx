import { DatePickerField, YearField } from '#ui/fields/date-fields.tsx';
import { todayHere } from '#ui/fields/dates/notation.ts';
import { FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { textName } from '#ui/format.ts';
import { zoneOf } from '#ui/zone.ts';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import { titles } from '#features/records/people/titles.ts';
import { CustomFieldInputs } from '#features/records/custom-fields/shared/custom-fields.tsx';
import { PersonPhoto } from '#features/records/people/shared/person-photo.tsx';
import {
  ContactFields,
  GenderField,
  MiddleNameField,
  NamesRow,
  WordField,
} from '#features/records/people/shared/person-fields.tsx';
import type { EmployeeFormProps } from './employees.pages.ts';

/** Photo and name. */
export function NameSection({ employee, institutionId }: EmployeeFormProps) {
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
        <TextField
          name="title"
          label="Title"
          optional
          defaultValue={employee?.title ?? ''}
          maxLength={20}
          list="employee-titles"
          autoComplete="off"
        />
        <datalist id="employee-titles">
          {titles.map((title) => (
            <option key={title} value={title}>
              {title}
            </option>
          ))}
        </datalist>
      </FieldRow>
      <GenderField person={employee} />
    </FormSection>
  );
}

/** Job and qualifications. */
export function EmploymentSection({ employee, words, ...offer }: EmployeeFormProps) {
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
      <FieldRow>
        <WordField name="category" label="Category" words={words.employeeCategories} value={employee?.category} />
        <WordField name="department" label="Department" words={words.departments} value={employee?.department} />
      </FieldRow>
      <FieldRow>
        <WordField name="position" label="Position" words={words.employeePositions} value={employee?.position} />
        <WordField name="jobTitle" label="Job title" words={words.jobTitles} value={employee?.jobTitle} />
      </FieldRow>
      <FieldRow>
        <WordField
          name="qualification"
          label="Qualification"
          words={words.qualifications}
          value={employee?.qualification}
        />
        <WordField
          name="educationalQualification"
          label="Educational qualification"
          words={words.educationalQualifications}
          value={employee?.educationalQualification}
        />
      </FieldRow>
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
export const ContactSection = ({ employee, phoneExample }: EmployeeFormProps) => (
  <FormSection title="Contact" description="Visible to everyone who can view employees.">
    <ContactFields person={employee} phoneExample={phoneExample} />
  </FormSection>
);

/** Custom fields. */
export const CustomFieldsSection = ({ employee, customFields }: EmployeeFormProps) => (
  <FormSection title="Other details" description="Custom fields of your school.">
    <CustomFieldInputs people="employees" fields={customFields} values={employee?.custom} />
  </FormSection>
);
