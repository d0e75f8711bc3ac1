import { lazy, Suspense } from 'react';
import { bloodGroups, genotypes } from '#features/people/blood.ts';
import { todayHere } from '#ui/fields/dates/notation.ts';
import { zoneOf } from '#ui/zone.ts';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { textName } from '#ui/format.ts';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectBoxField } from '#ui/fields/select-box.tsx';
import { DuplicateNotice } from '#features/people/shared/duplicate-notice.tsx';
import { CustomFieldInputs } from '#features/custom-fields/shared/custom-fields.tsx';
import { PersonPhoto } from '#features/people/shared/person-photo.tsx';
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
} from '#features/people/shared/person-fields.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { StudentFormProps } from '../students.pages.ts';

// Loaded only where there are too many choices for a plain select.
const SearchSelectField = lazy(() =>
  import('#ui/fields/search-select.tsx').then((module) => ({ default: module.SearchSelectField })),
);

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

export function SchoolSection({
  student,
  institutionId,
  institutions,
  nextNumber,
  words,
  batches,
  moreBatches,
}: StudentFormProps) {
  const terms = useWords(institutionId);
  const batch = terms.batch.toLowerCase();
  const help = `Assign a ${batch} now, or later from the list.`;
  const classes = [...new Set(batches.map(({ className }) => className))];
  return (
    <FormSection title="School" description="Class, numbers and admission.">
      {!student && <InstitutionChoice institutionId={institutionId} institutions={institutions} />}
      {moreBatches && (
        <Suspense>
          <SearchSelectField
            name="batchId"
            label={terms.batch}
            optional
            help={help}
            search={`/structure/batch-options?institution_id=${institutionId}`}
          />
        </Suspense>
      )}
      {batches.length > 0 && !moreBatches && (
        <SelectBoxField
          name="batchId"
          label={terms.batch}
          optional
          help={help}
          groups={classes.map((label) => ({
            label,
            options: batches
              .filter(({ className }) => className === label)
              .map(({ id, name, capacity, taken }) => ({
                value: String(id),
                label: name,
                hint: taken >= capacity ? 'full' : `${taken} of ${capacity}`,
                disabled: taken >= capacity,
              })),
          }))}
        />
      )}
      <FieldRow>
        <TextField
          name="admissionNumber"
          label="Admission number"
          optional={student === null}
          defaultValue={student?.admissionNumber ?? undefined}
          placeholder={student ? undefined : nextNumber}
          maxLength={40}
          autoComplete="off"
          enterKeyHint="next"
          help={student ? undefined : `Leave empty for the next number, ${nextNumber}. It is assigned when you save.`}
        />
        <TextField
          name="registrationNumber"
          label="Registration number"
          optional
          defaultValue={student?.registrationNumber ?? undefined}
          maxLength={40}
          autoComplete="off"
          enterKeyHint="next"
        />
      </FieldRow>
      <FieldRow>
        <WordField name="category" label="Category" words={words.studentCategories} value={student?.category} />
        <DatePickerField
          name="admissionDate"
          label="Admission date"
          optional
          defaultValue={student?.admissionDate ?? undefined}
          help={student ? undefined : 'Leave empty for today.'}
        />
      </FieldRow>
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
