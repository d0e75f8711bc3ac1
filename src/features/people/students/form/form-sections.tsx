import { bloodGroups, genotypes } from '#features/records/people/blood.ts';
import { todayHere } from '#ui/fields/dates/notation.ts';
import { zoneOf } from '#ui/zone.ts';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { textName } from '#ui/format.ts';
import { DuplicateNotice } from '#features/records/people/shared/duplicate-notice.tsx';
import { CustomFieldInputs } from '#features/records/custom-fields/shared/custom-fields.tsx';
import { PersonPhoto } from '#features/records/people/shared/person-photo.tsx';
import {
  ContactFields,
  GenderField,
  HealthRow,
  HomeFields,
  MiddleNameField,
  NamesRow,
  NationalityField,
  NextOfKinFields,
  WordField,
} from '#features/records/people/shared/person-fields.tsx';
import type { StudentFormProps } from '../students.pages.ts';

/** Photo and name, with all required fields. */
export function NameSection({ student, photo, institutionId }: StudentFormProps) {
  const of = student ? textName(student) : 'the new student';
  return (
    <FormSection title="Photo and name" description="Only surname and first name are required.">
      <PersonPhoto people="students" id={student?.id} institutionId={institutionId} of={of} src={photo} />
      <NamesRow person={student} autoFocus={student !== null} />
      <FieldRow>
        <MiddleNameField person={student} />
        <GenderField person={student} />
      </FieldRow>
      <DatePickerField
        name="birthDate"
        label="Date of birth"
        optional
        min="1900-01-01"
        max={todayHere(zoneOf(institutionId))}
        defaultValue={student?.birthDate ?? undefined}
      />
      <DuplicateNotice people="students" noun="student" institutionId={institutionId} id={student?.id} />
    </FormSection>
  );
}

export const ContactSection = ({ student, phoneExample }: StudentFormProps) => (
  <FormSection title="Contact" description="The student’s own contacts. Guardians have their own records.">
    <ContactFields person={student} phoneExample={phoneExample} />
  </FormSection>
);

export const HomeSection = ({ student, places, institutionId, words }: StudentFormProps) => (
  <FormSection title="Home and origin" description="Current address and place of origin.">
    <HomeFields {...places} person={student} institute={institutionId} asks="student" stateLabel="State of origin" />
    <FieldRow>
      <NationalityField value={student?.nationalityId} countries={places.countries} />
      <WordField name="language" label="Language" words={words.languages} value={student?.language} />
    </FieldRow>
  </FormSection>
);

/** Shown only to users who can see these groups. Fields that are not shown stay unchanged. */
export function RestrictedSection({ student, groups, words }: StudentFormProps) {
  const isHealth = groups.includes('health');
  const isReligion = groups.includes('religion');
  if (!isHealth && !isReligion) return null;
  return (
    <FormSection
      title={isHealth && isReligion ? 'Health and religion' : isHealth ? 'Health' : 'Religion'}
      description="Restricted. Every view is logged."
    >
      {isHealth && <HealthRow person={student} bloodGroups={bloodGroups} genotypes={genotypes} />}
      {isReligion && <WordField name="religion" label="Religion" words={words.religions} value={student?.religion} />}
    </FormSection>
  );
}

export const KinSection = ({ student, words, phoneExample }: StudentFormProps) => (
  <FormSection
    title="Next of kin"
    description="The emergency contact, unless a guardian on the record is marked as next of kin."
  >
    <NextOfKinFields person={student} relations={words.guardianRelations} phoneExample={phoneExample} />
  </FormSection>
);

/** Custom fields. */
export function OwnSection({ fields, values }: StudentFormProps) {
  if (fields.length === 0) return null;
  return (
    <FormSection title="Other details" description="Custom fields of your school.">
      <CustomFieldInputs fields={fields} values={values} people="students" />
    </FormSection>
  );
}
