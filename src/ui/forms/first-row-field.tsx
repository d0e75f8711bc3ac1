import { FormSection } from './edit-form.tsx';
import { SelectField } from './select-field.tsx';

interface FirstRowFieldProps {
  name: string;
  /** The first row, cell by cell. */
  cells: (string | undefined)[];
  /** What a row is: 'a transaction'. */
  one: string;
  /** What the form sends if it is one; 'headings' if it is not. */
  yes: string;
  chosen?: string | null;
}

/** Asks what the first row of a file without headings is. */
export const FirstRowField = ({ name, cells, one, yes, chosen }: FirstRowFieldProps) => (
  <FormSection title="No headings" description={`The first row is “${cells.filter(Boolean).join(' · ')}”.`}>
    <SelectField
      name={name}
      label={`Is the first row ${one}?`}
      defaultValue={chosen ?? ''}
      options={[
        { value: yes, label: `Yes, it is ${one}` },
        { value: 'headings', label: 'No, it has the headings' },
      ]}
    />
  </FormSection>
);
