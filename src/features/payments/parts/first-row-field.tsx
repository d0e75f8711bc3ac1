import { FormSection } from '#ui/forms/edit-form.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';

/** Asks what the first row of a statement without headings is. */
export const FirstRowField = ({ cells }: { cells: string[] }) => (
  <FormSection title="No headings" description={`The first row is “${cells.filter(Boolean).join(' · ')}”.`}>
    <SelectField
      name="first_row"
      label="Is the first row a transaction?"
      options={[
        { value: 'transaction', label: 'Yes, it is a transaction' },
        { value: 'headings', label: 'No, it has the headings' },
      ]}
    />
  </FormSection>
);
