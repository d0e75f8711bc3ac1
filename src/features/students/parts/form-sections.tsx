import { bloodGroups, genotypes } from '#features/people/blood.ts';
import { todayHere } from '#ui/dates/notation.ts';
import { DatePickerField } from '#ui/date-fields.tsx';
import { FieldRow, FormSection } from '#ui/edit-form.tsx';
import { TextareaField, TextField } from '#ui/fields.tsx';
import { textName } from '#ui/format.ts';
import { InstitutionChoice } from '#ui/institution-choice.tsx';
import { SelectBoxField } from '#ui/select-box.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { AlikeNotice } from '#web/client/alike-notice.tsx';
import { CustomFieldInputs } from '#web/client/custom-fields.tsx';
import { PersonPhoto } from '#web/client/person-photo.tsx';
import { PlaceFields } from '#web/client/place-fields.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { StudentFormProps } from '../students.pages.ts';

type Student = NonNullable<StudentFormProps['student']>;

const valueOf = (student: Student | null, field: keyof Student) =>
  (student?.[field] ?? undefined) as string | undefined;

const options = (words: readonly string[]) => words.map((word) => ({ value: word, label: word }));

/** The words of a list; one that is offered no more stays with who has it. */
const offered = (words: string[], kept: string | undefined) =>
  options(kept && !words.includes(kept) ? [...words, kept] : words);

/** Who it is: all that a hurried clerk must fill in is here. */
export function NameSection({ student, photo, institutionId }: StudentFormProps) {
  const of = student ? textName(student) : 'the new student';
  return (
    <FormSection
      title="Photo and name"
      description="Only surname and first name must be there. The rest can follow later."
    >
      <PersonPhoto people="students" id={student?.id} institutionId={institutionId} of={of} src={photo} />
      <FieldRow>
        <TextField
          name="surname"
          label="Surname"
          defaultValue={valueOf(student, 'surname')}
          maxLength={100}
          autoFocus={student !== null}
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="next"
        />
        <TextField
          name="firstName"
          label="First name"
          defaultValue={valueOf(student, 'firstName')}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="next"
        />
      </FieldRow>
      <FieldRow>
        <TextField
          name="middleName"
          label="Middle name"
          optional
          defaultValue={valueOf(student, 'middleName')}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="next"
        />
        <SelectField
          name="gender"
          label="Gender"
          optional
          defaultValue={valueOf(student, 'gender')}
          options={[
            { value: 'female', label: 'Female' },
            { value: 'male', label: 'Male' },
          ]}
        />
      </FieldRow>
      <DatePickerField
        name="birthDate"
        label="Date of birth"
        optional
        min="1900-01-01"
        max={todayHere()}
        defaultValue={valueOf(student, 'birthDate')}
      />
      <AlikeNotice people="students" noun="student" institutionId={institutionId} id={student?.id} />
    </FormSection>
  );
}

export function SchoolSection({ student, institutionId, institutions, nextNumber, words, batches }: StudentFormProps) {
  const terms = useWords();
  const batch = terms.batch.toLowerCase();
  const classes = [...new Set(batches.map(({ className }) => className))];
  return (
    <FormSection title="School" description="Where the student stands in the school, and under which numbers.">
      {!student && <InstitutionChoice institutionId={institutionId} institutions={institutions} />}
      {batches.length > 0 && (
        <SelectBoxField
          name="batchId"
          label={terms.batch}
          optional
          help={`Give the ${batch} now, or assign it later from the list.`}
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
          defaultValue={valueOf(student, 'admissionNumber')}
          placeholder={student ? undefined : nextNumber}
          maxLength={40}
          autoComplete="off"
          enterKeyHint="next"
          help={student ? undefined : `Leave empty for the next one, ${nextNumber}. It is taken when you save.`}
        />
        <TextField
          name="registrationNumber"
          label="Registration number"
          optional
          defaultValue={valueOf(student, 'registrationNumber')}
          maxLength={40}
          autoComplete="off"
          enterKeyHint="next"
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          name="category"
          label="Category"
          optional
          defaultValue={valueOf(student, 'category')}
          options={offered(words.studentCategories, valueOf(student, 'category'))}
        />
        <DatePickerField
          name="admissionDate"
          label="Admission date"
          optional
          defaultValue={valueOf(student, 'admissionDate')}
          help={student ? undefined : 'Leave empty for today.'}
        />
      </FieldRow>
    </FormSection>
  );
}

export function ContactSection({ student, phoneExample }: StudentFormProps) {
  const phone = {
    type: 'tel',
    inputMode: 'tel',
    autoComplete: 'off',
    placeholder: phoneExample,
    optional: true,
  } as const;
  return (
    <FormSection title="Contact" description="How the school reaches the student. Parents have records of their own.">
      <FieldRow>
        <TextField
          {...phone}
          name="mobile"
          label="Mobile phone"
          defaultValue={valueOf(student, 'mobile')}
          enterKeyHint="next"
        />
        <TextField
          {...phone}
          name="phone"
          label="Other phone"
          defaultValue={valueOf(student, 'phone')}
          enterKeyHint="next"
        />
      </FieldRow>
      <TextField
        name="email"
        label="E-mail"
        type="email"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        optional
        defaultValue={valueOf(student, 'email')}
        enterKeyHint="next"
      />
    </FormSection>
  );
}

export function HomeSection({ student, places, institutionId, words }: StudentFormProps) {
  return (
    <FormSection title="Home and origin" description="Where the student lives, and where the family comes from.">
      <TextareaField
        name="address"
        label="Address"
        optional
        defaultValue={valueOf(student, 'address')}
        rows={2}
        maxLength={300}
      />
      <PlaceFields {...places} institute={institutionId} asks="student" stateLabel="State of origin" />
      <FieldRow>
        <TextField
          name="city"
          label="City or town"
          optional
          defaultValue={valueOf(student, 'city')}
          maxLength={100}
          enterKeyHint="next"
        />
        <TextField
          name="community"
          label="Community"
          optional
          defaultValue={valueOf(student, 'community')}
          maxLength={100}
          enterKeyHint="next"
        />
      </FieldRow>
      <FieldRow>
        <SelectBoxField
          name="nationalityId"
          label="Nationality"
          optional
          defaultValue={valueOf(student, 'nationalityId')}
          options={places.countries.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectField
          name="language"
          label="Language"
          optional
          defaultValue={valueOf(student, 'language')}
          options={offered(words.languages, valueOf(student, 'language'))}
        />
      </FieldRow>
    </FormSection>
  );
}

/** Only for who may see these groups: what is not shown stays as it is. */
export function RestrictedSection({ student, groups, words }: StudentFormProps) {
  const isHealth = groups.includes('health');
  const isReligion = groups.includes('religion');
  if (!isHealth && !isReligion) return null;
  return (
    <FormSection
      title={isHealth && isReligion ? 'Health and religion' : isHealth ? 'Health' : 'Religion'}
      description="Seen by few; who looks at it is written down."
    >
      {isHealth && (
        <FieldRow>
          <SelectField
            name="bloodGroup"
            label="Blood group"
            optional
            defaultValue={valueOf(student, 'bloodGroup')}
            options={options(bloodGroups)}
          />
          <SelectField
            name="genotype"
            label="Genotype"
            optional
            defaultValue={valueOf(student, 'genotype')}
            options={options(genotypes)}
          />
        </FieldRow>
      )}
      {isReligion && (
        <SelectField
          name="religion"
          label="Religion"
          optional
          defaultValue={valueOf(student, 'religion')}
          options={offered(words.religions, valueOf(student, 'religion'))}
        />
      )}
    </FormSection>
  );
}

export function KinSection({ student, words, phoneExample }: StudentFormProps) {
  return (
    <FormSection
      title="Next of kin"
      description="Who is told when something happens, where no guardian on the record is marked as next of kin."
    >
      <TextField
        name="nextOfKinName"
        label="Name of next of kin"
        optional
        defaultValue={valueOf(student, 'nextOfKinName')}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <FieldRow>
        <TextField
          name="nextOfKinPhone"
          label="Phone of next of kin"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          optional
          placeholder={phoneExample}
          defaultValue={valueOf(student, 'nextOfKinPhone')}
          enterKeyHint="done"
        />
        <SelectField
          name="nextOfKinRelation"
          label="Relation"
          optional
          defaultValue={valueOf(student, 'nextOfKinRelation')}
          options={offered(words.guardianRelations, valueOf(student, 'nextOfKinRelation'))}
        />
      </FieldRow>
    </FormSection>
  );
}

/** What the institution asks beside. */
export function OwnSection({ fields, values }: StudentFormProps) {
  if (fields.length === 0) return null;
  return (
    <FormSection title="More" description="What your school asks beside the usual.">
      <CustomFieldInputs fields={fields} values={values} people="students" />
    </FormSection>
  );
}
