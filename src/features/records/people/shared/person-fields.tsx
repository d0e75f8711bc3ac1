import { FieldRow } from '#ui/forms/edit-form.tsx';
import { TextareaField, TextField } from '#ui/forms/fields.tsx';
import { SelectBoxField } from '#ui/fields/select-box.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { PlaceFields } from '#features/records/geography/shared/fields/place-fields.tsx';

type Fields =
  | 'surname'
  | 'firstName'
  | 'middleName'
  | 'gender'
  | 'mobile'
  | 'phone'
  | 'email'
  | 'address'
  | 'city'
  | 'community'
  | 'nextOfKinName'
  | 'nextOfKinPhone'
  | 'nextOfKinRelation'
  | 'bloodGroup'
  | 'genotype';

interface OfPerson {
  /** The record being edited; missing values are blank. */
  person: { [Field in Fields]?: string | null } | null;
}

/** Name and value of a field. */
const of = (person: OfPerson['person'], field: Fields) => ({ name: field, defaultValue: person?.[field] ?? undefined });
const name = { maxLength: 100, autoComplete: 'off', autoCapitalize: 'words', enterKeyHint: 'next' } as const;
const tel = { type: 'tel', inputMode: 'tel', autoComplete: 'off', optional: true, enterKeyHint: 'next' } as const;
const line = { maxLength: 100, optional: true, enterKeyHint: 'next' } as const;
const options = (words: readonly string[]) => words.map((word) => ({ value: word, label: word }));

export const NamesRow = ({ person, autoFocus }: OfPerson & { autoFocus?: boolean }) => (
  <FieldRow>
    <TextField {...name} {...of(person, 'surname')} label="Surname" autoFocus={autoFocus} />
    <TextField {...name} {...of(person, 'firstName')} label="First name" />
  </FieldRow>
);

export const MiddleNameField = ({ person }: OfPerson) => (
  <TextField {...name} {...of(person, 'middleName')} label="Middle name" optional />
);

export const GenderField = ({ person }: OfPerson) => (
  <SelectField
    {...of(person, 'gender')}
    label="Gender"
    optional
    options={[
      { value: 'female', label: 'Female' },
      { value: 'male', label: 'Male' },
    ]}
  />
);

/** Phone and e-mail. */
export const ContactFields = ({ person, phoneExample }: OfPerson & { phoneExample: string }) => (
  <>
    <FieldRow>
      <TextField {...tel} {...of(person, 'mobile')} label="Mobile phone" placeholder={phoneExample} />
      <TextField {...tel} {...of(person, 'phone')} label="Other phone" placeholder={phoneExample} />
    </FieldRow>
    <TextField
      {...of(person, 'email')}
      label="E-mail"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      autoComplete="off"
      enterKeyHint="next"
      optional
    />
  </>
);

/** Address and origin; `PlaceFields` has the rest. */
export const HomeFields = ({ person, ...places }: OfPerson & Parameters<typeof PlaceFields>[0]) => (
  <>
    <TextareaField {...of(person, 'address')} label="Address" optional rows={2} maxLength={300} />
    <PlaceFields {...places} />
    <FieldRow>
      <TextField {...line} {...of(person, 'city')} label="City or town" />
      <TextField {...line} {...of(person, 'community')} label="Community" />
    </FieldRow>
  </>
);

interface NationalityProps {
  value: string | null | undefined;
  countries: { id: string; name: string }[];
}

export const NationalityField = ({ value, countries }: NationalityProps) => (
  <SelectBoxField
    name="nationalityId"
    label="Nationality"
    optional
    defaultValue={value ?? undefined}
    options={countries.map((country) => ({ value: country.id, label: country.name }))}
  />
);

export const HealthRow = ({
  person,
  bloodGroups,
  genotypes,
}: OfPerson & Record<'bloodGroups' | 'genotypes', readonly string[]>) => (
  <FieldRow>
    <SelectField {...of(person, 'bloodGroup')} label="Blood group" optional options={options(bloodGroups)} />
    <SelectField {...of(person, 'genotype')} label="Genotype" optional options={options(genotypes)} />
  </FieldRow>
);

export const NextOfKinFields = ({
  person,
  relations,
  phoneExample,
}: OfPerson & { relations: string[]; phoneExample: string }) => (
  <>
    <TextField {...name} {...of(person, 'nextOfKinName')} label="Name of next of kin" optional maxLength={200} />
    <FieldRow>
      <TextField {...tel} {...of(person, 'nextOfKinPhone')} label="Phone of next of kin" placeholder={phoneExample} />
      <WordField name="nextOfKinRelation" label="Relation" words={relations} value={person?.nextOfKinRelation} />
    </FieldRow>
  </>
);

interface WordFieldProps {
  name: string;
  label: string;
  words: readonly string[];
  /** The record's value, which stays selectable even if it has been archived. */
  value?: string | null;
}

/** A value of one of the institution's lists; long lists can be searched. */
export function WordField({ name, label, words, value }: WordFieldProps) {
  const all = value && !words.includes(value) ? [...words, value] : words;
  const Field = all.length > 12 ? SelectBoxField : SelectField;
  return <Field name={name} label={label} optional defaultValue={value ?? undefined} options={options(all)} />;
}
