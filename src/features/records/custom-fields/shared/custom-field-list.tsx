import { customText, type CustomField, type CustomFile, type CustomValues } from '#kernel/contracts/custom-field.ts';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateText } from '#ui/text.tsx';
import { sizeText } from '#ui/fields/uploads/check-files.ts';

interface CustomFieldListProps {
  fields: CustomField[];
  values: CustomValues;
  /** The address of the record: '/students/12'. */
  person: string;
}

/** Custom fields of one person with their values, and files to download. */
export const CustomFieldList = ({ fields, values, person }: CustomFieldListProps) => (
  <DescriptionList columns={2} items={fields.map((field) => [field.label, shown(field, values[field.id], person)])} />
);

function shown(field: CustomField, value: CustomValues[number] | undefined, person: string) {
  if (value === undefined) return null;
  if (field.type === 'date') return <DateText value={value as string} />;
  if (field.type !== 'file') return customText(field, value);
  const file = value as CustomFile;
  return (
    <a href={`${person}/custom-fields/${field.id}/file`} download>
      {file.name} ({sizeText(file.size)})
    </a>
  );
}
