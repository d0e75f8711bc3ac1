import { DatePickerField } from '#ui/date-fields.tsx';
import { todayHere } from '#ui/dates/notation.ts';
import { FieldRow, FormSection } from '#ui/edit-form.tsx';
import { TextareaField, TextField } from '#ui/fields.tsx';
import { InstitutionChoice } from '#ui/institution-choice.tsx';
import { SelectBoxField } from '#ui/select-box.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { textName } from '#ui/format.ts';
import { photoUrl } from '#features/people/photo-url.ts';
import { CustomFieldInputs } from '#web/client/custom-fields.tsx';
import { PersonPhoto } from '#web/client/person-photo.tsx';
import { PlaceFields } from '#web/client/place-fields.tsx';
import type { EmployeeFormProps } from '../employees.pages.ts';
import { WordField } from './word-field.tsx';

const titles = ['Mr', 'Mrs', 'Miss', 'Ms', 'Dr', 'Prof', 'Engr', 'Barr', 'Chief', 'Alhaji', 'Alhaja', 'Rev', 'Pastor'];

/** Who it is. */
export function NameSection({ employee, institutionId }: EmployeeFormProps) {
  return (
    <FormSection title="Name" description="As it stands on letters and lists.">
      <PersonPhoto
        people="employees"
        id={employee?.id}
        institutionId={institutionId}
        of={employee ? textName(employee) : 'the new employee'}
        src={employee && photoUrl('employees', employee, 'large')}
      />
      <FieldRow>
        <TextField
          name="surname"
          label="Surname"
          defaultValue={employee?.surname}
          maxLength={100}
          autoFocus
          autoComplete="off"
        />
        <TextField
          name="firstName"
          label="First name"
          defaultValue={employee?.firstName}
          maxLength={100}
          autoComplete="off"
        />
      </FieldRow>
      <FieldRow>
        <TextField
          name="middleName"
          label="Middle name"
          optional
          defaultValue={employee?.middleName ?? ''}
          maxLength={100}
          autoComplete="off"
        />
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
      <SelectField
        name="gender"
        label="Gender"
        optional
        defaultValue={employee?.gender ?? ''}
        options={[
          { value: 'female', label: 'Female' },
          { value: 'male', label: 'Male' },
        ]}
      />
    </FormSection>
  );
}

/** What the person does here, and with which papers. */
export function EmploymentSection({ employee, words, ...offer }: EmployeeFormProps) {
  return (
    <FormSection title="Employment" description="The lists are the school’s own and can be changed in the settings.">
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
    </FormSection>
  );
}

/** How the school reaches the person. */
export function ContactSection({ employee, phoneExample }: EmployeeFormProps) {
  return (
    <FormSection title="Contact" description="Colleagues who see the list of employees see these.">
      <FieldRow>
        <TextField
          name="phone"
          label="Phone"
          type="tel"
          optional
          defaultValue={employee?.phone ?? ''}
          placeholder={phoneExample}
        />
        <TextField
          name="mobile"
          label="Mobile"
          type="tel"
          optional
          defaultValue={employee?.mobile ?? ''}
          placeholder={phoneExample}
        />
      </FieldRow>
      <TextField name="email" label="E-mail" type="email" optional defaultValue={employee?.email ?? ''} />
    </FormSection>
  );
}

/** Birth, marriage, home and next of kin. */
export function PrivateSections({ employee, words, places, phoneExample, ...offer }: EmployeeFormProps) {
  return (
    <>
      <FormSection title="Personal" description="Seen only by those who may see private data of employees.">
        <FieldRow>
          <DatePickerField
            name="birthDate"
            label="Date of birth"
            optional
            min="1900-01-01"
            max={todayHere()}
            defaultValue={employee?.birthDate ?? undefined}
          />
          <WordField
            name="maritalStatus"
            label="Marital status"
            words={words.maritalStatuses}
            value={employee?.maritalStatus}
          />
        </FieldRow>
        <SelectBoxField
          name="nationalityId"
          label="Nationality"
          optional
          defaultValue={employee ? employee.nationalityId : offer.homeCountry}
          options={places.countries.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </FormSection>
      <FormSection title="Home" description="Where the person comes from and lives.">
        <PlaceFields {...places} institute={offer.institutionId} asks="employee" />
        <FieldRow>
          <TextField name="city" label="City" optional defaultValue={employee?.city ?? ''} maxLength={100} />
          <TextField
            name="community"
            label="Community"
            optional
            defaultValue={employee?.community ?? ''}
            maxLength={100}
          />
        </FieldRow>
        <TextareaField
          name="address"
          label="Address"
          optional
          defaultValue={employee?.address ?? ''}
          rows={2}
          maxLength={300}
        />
      </FormSection>
      <FormSection title="Next of kin" description="Who is told when something happens.">
        <TextField
          name="nextOfKinName"
          label="Name of next of kin"
          optional
          defaultValue={employee?.nextOfKinName ?? ''}
          maxLength={200}
          autoComplete="off"
        />
        <FieldRow>
          <TextField
            name="nextOfKinPhone"
            label="Phone of next of kin"
            type="tel"
            optional
            defaultValue={employee?.nextOfKinPhone ?? ''}
            placeholder={phoneExample}
          />
          <WordField
            name="nextOfKinRelation"
            label="Relation"
            words={words.guardianRelations}
            value={employee?.nextOfKinRelation}
          />
        </FieldRow>
      </FormSection>
    </>
  );
}

/** Blood group and genotype, for an emergency. */
export function HealthSection({ employee, bloodGroups, genotypes }: EmployeeFormProps) {
  const asOptions = (all: readonly string[]) => all.map((one) => ({ value: one, label: one }));
  return (
    <FormSection title="Health" description="For an emergency. Who looks at it is written down.">
      <FieldRow>
        <SelectField
          name="bloodGroup"
          label="Blood group"
          optional
          defaultValue={employee?.bloodGroup ?? ''}
          options={asOptions(bloodGroups)}
        />
        <SelectField
          name="genotype"
          label="Genotype"
          optional
          defaultValue={employee?.genotype ?? ''}
          options={asOptions(genotypes)}
        />
      </FieldRow>
    </FormSection>
  );
}

export const ReligionSection = ({ employee, words }: EmployeeFormProps) => (
  <FormSection title="Religion" description="Only where the person wishes it. Who looks at it is written down.">
    <WordField name="religion" label="Religion" words={words.religions} value={employee?.religion} />
  </FormSection>
);

/** What the institution itself wants to know. */
export const OwnFieldsSection = ({ employee, customFields }: EmployeeFormProps) => (
  <FormSection title="More" description="Fields that the school has added.">
    <CustomFieldInputs people="employees" fields={customFields} values={employee?.custom} />
  </FormSection>
);
