import {
  customFieldTypes,
  customFieldTypeLabels,
  hasOptions,
  type CustomField,
} from '#kernel/contracts/custom-field.ts';
import { CustomFieldInputs } from '#features/records/custom-fields/shared/custom-fields.tsx';

export const title = 'Custom fields';

const options = ['Amina', 'Jaja', 'Moremi'].map((label, at) => ({ id: at + 1, label, isRetired: false }));
const fields: CustomField[] = customFieldTypes.map((type, at) => ({
  id: at + 1,
  label: customFieldTypeLabels[type],
  help: at === 0 ? 'A hint from the institution.' : null,
  type,
  group: 'general',
  isRequired: type === 'number',
  options: hasOptions(type) ? options : [],
}));

/** A custom field of each type. */
export default function OwnFields() {
  return (
    <form aria-label="Custom fields" style={{ display: 'grid', gap: 16, maxWidth: 640 }}>
      <CustomFieldInputs fields={fields} people="students" />
    </form>
  );
}
