import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { todayHere } from '#ui/fields/dates/notation.ts';
import { zoneOf } from '#ui/zone.ts';
import { FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { bloodGroups, genotypes } from '#features/records/people/blood.ts';
import {
  HealthRow,
  HomeFields,
  NationalityField,
  NextOfKinFields,
  WordField,
} from '#features/records/people/shared/person-fields.tsx';
import type { EmployeeFormProps } from './employees.pages.ts';

/** Birth, marriage, home and next of kin. */
export function PrivateSections({ employee, words, places, phoneExample, ...offer }: EmployeeFormProps) {
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
          <WordField
            name="maritalStatus"
            label="Marital status"
            words={words.maritalStatuses}
            value={employee?.maritalStatus}
          />
        </FieldRow>
        <NationalityField value={employee ? employee.nationalityId : offer.homeCountry} countries={places.countries} />
      </FormSection>
      <FormSection title="Home" description="Place of origin and current address.">
        <HomeFields {...places} person={employee} institute={offer.institutionId} asks="employee" />
      </FormSection>
      <FormSection title="Next of kin" description="The emergency contact.">
        <NextOfKinFields person={employee} relations={words.guardianRelations} phoneExample={phoneExample} />
      </FormSection>
    </>
  );
}

/** Blood group and genotype, for an emergency. */
export const HealthSection = ({ employee }: EmployeeFormProps) => (
  <FormSection title="Health" description="For emergencies. Every view is logged.">
    <HealthRow person={employee} bloodGroups={bloodGroups} genotypes={genotypes} />
  </FormSection>
);

export const ReligionSection = ({ employee, words }: EmployeeFormProps) => (
  <FormSection title="Religion" description="Optional. Every view is logged.">
    <WordField name="religion" label="Religion" words={words.religions} value={employee?.religion} />
  </FormSection>
);
