import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { enterGoesOn } from '#ui/forms/enter-goes-on.ts';
import { textName } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { FormDraft } from '#features/records/people/shared/form-draft.tsx';
import type { PropsOf } from '#web/page.ts';
import type { studentForm, StudentFormProps } from '../students.pages.ts';
import { todayHere } from '#ui/fields/dates/notation.ts';
import { zoneOf } from '#ui/zone.ts';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { DuplicateNotice } from '#features/records/people/shared/duplicate-notice.tsx';
import { CustomFieldInputs } from '#features/records/custom-fields/shared/custom-fields.tsx';
import {
  PersonPhoto,
  ContactFields,
  GenderField,
  HomeFields,
  MiddleNameField,
  NamesRow,
  NationalityField,
  NextOfKinFields,
} from '#features/records/people/shared/person-photo.tsx';
import { lazy, Suspense } from 'react';
import { TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectBoxField } from '#ui/fields/select-box.tsx';
import { withArticle } from '#kernel/contracts/terminology.ts';
import { RecordInputs, RecordRows } from '#web/client/record-fields.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import { studentFields } from '../students.fields.ts';

/** Adds or edits a student. */
export default function StudentFormPage(props: PropsOf<typeof studentForm>) {
  const { student, institutionId } = props;
  const address = useAddress();
  const back = student ? address.href(`/students/${student.id}`) : address.href('/students');
  return (
    <>
      <PageHeader
        title={student ? `Edit ${textName(student)}` : 'Admit student'}
        breadcrumbs={[
          { label: 'Students', href: address.href('/students') },
          ...(student ? [{ label: student.admissionNumber, href: back }] : []),
        ]}
      />
      <EditForm
        // Lists belong to the institution, so choosing another one resets the form.
        key={institutionId}
        opened={props.opened}
        action={student ? `/students/${student.id}` : '/students'}
        submit={student ? 'Save record' : 'Admit student'}
        cancelHref={back}
        long
        onKeyDown={enterGoesOn}
      >
        <FormDraft form={`student:${student?.id ?? 'new'}`} institutionId={institutionId} stamp={student?.stamp} />
        <NameSection {...props} />
        <SchoolSection {...props} />
        <ContactSection {...props} />
        <HomeSection {...props} />
        <RestrictedSection {...props} />
        <KinSection {...props} />
        <OwnSection {...props} />
      </EditForm>
    </>
  );
}

/** Photo and name, with all required fields. */
function NameSection({ student, photo, institutionId }: StudentFormProps) {
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

const ContactSection = ({ student, phoneExample }: StudentFormProps) => (
  <FormSection title="Contact" description="The student’s own contacts. Guardians have their own records.">
    <ContactFields person={student} phoneExample={phoneExample} />
  </FormSection>
);

const HomeSection = ({ student, places, institutionId, words }: StudentFormProps) => (
  <FormSection title="Home and origin" description="Current address and place of origin.">
    <HomeFields
      {...places}
      fields={studentFields}
      person={student}
      institute={institutionId}
      asks="student"
      stateLabel="State of origin"
    />
    <FieldRow>
      <NationalityField value={student?.nationalityId} countries={places.countries} />
      <RecordInputs fields={studentFields} section="personal" values={student} lists={words} />
    </FieldRow>
  </FormSection>
);

/** Shown only to users who can see these groups. Fields that are not shown stay unchanged. */
function RestrictedSection({ student, groups, words }: StudentFormProps) {
  const isHealth = groups.includes('health');
  const isReligion = groups.includes('religion');
  if (!isHealth && !isReligion) return null;
  return (
    <FormSection
      title={isHealth && isReligion ? 'Health and religion' : isHealth ? 'Health' : 'Religion'}
      description="Restricted. Every view is logged."
    >
      {isHealth && <RecordRows fields={studentFields} section="health" values={student} lists={words} />}
      {isReligion && <RecordInputs fields={studentFields} section="religion" values={student} lists={words} />}
    </FormSection>
  );
}

const KinSection = ({ student, words, phoneExample }: StudentFormProps) => (
  <FormSection
    title="Next of kin"
    description="The emergency contact, unless a guardian on the record is marked as next of kin."
  >
    <NextOfKinFields person={student} lists={words} phoneExample={phoneExample} />
  </FormSection>
);

/** Custom fields. */
function OwnSection({ fields, values }: StudentFormProps) {
  if (fields.length === 0) return null;
  return (
    <FormSection title="Other details" description="Custom fields of your school.">
      <CustomFieldInputs fields={fields} values={values} people="students" />
    </FormSection>
  );
}

// Loaded only where there are too many choices for a plain select.
const SearchSelectField = lazy(() =>
  import('#ui/fields/search-select.tsx').then((module) => ({ default: module.SearchSelectField })),
);

function SchoolSection({
  student,
  institutionId,
  institutions,
  nextNumber,
  words,
  batches,
  moreBatches,
}: StudentFormProps) {
  const terms = useTerms(institutionId);
  const batch = terms.batch.toLowerCase();
  const help = `Assign ${withArticle(batch)} now, or later from the list.`;
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
        <RecordInputs
          fields={studentFields}
          section="numbers"
          values={student}
          autoComplete="off"
          enterKeyHint="next"
        />
      </FieldRow>
      <FieldRow>
        <RecordInputs fields={studentFields} section="school" values={student} lists={words} />
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
