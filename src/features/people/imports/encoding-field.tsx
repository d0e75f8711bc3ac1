import { FormSection } from '#ui/forms/edit-form.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import type { LegacyEncoding, Reading } from './engine/legacy-encodings.ts';

const names: Record<LegacyEncoding, string> = { 'windows-1252': 'Windows', macintosh: 'Old Mac', cp850: 'DOS' };

/** Asks which of the readings has the right names, the likeliest first. */
export const EncodingField = ({ readings, chosen }: { readings: Reading[]; chosen: LegacyEncoding | null }) => (
  <FormSection
    title="Accents"
    description="The file does not say how it was saved, and letters with accents can be read in several ways."
  >
    <SelectField
      name="encoding"
      label="Which names are right?"
      defaultValue={chosen ?? ''}
      options={readings.map(({ encoding, words }) => ({
        value: encoding,
        label: `${words.join(' · ')} (${names[encoding]})`.trim(),
      }))}
    />
  </FormSection>
);
