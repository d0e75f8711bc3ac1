import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import { Card } from '#ui/records/card.tsx';
import { CustomFieldList } from '#features/records/custom-fields/shared/custom-field-list.tsx';
import type { StudentCustomFields } from '../students.pages.ts';

interface CustomFieldsCardProps {
  own: StudentCustomFields;
  studentId: number;
  /** Limits the card to one group. */
  group?: FieldGroup;
  title?: string;
}

/** Custom fields of a student; nothing if there are none. */
export function CustomFieldsCard({ own, studentId, group, title = 'Other details' }: CustomFieldsCardProps) {
  const fields = own.fields.filter((field) => !group || field.group === group);
  if (fields.length === 0) return null;
  return (
    <Card title={title}>
      <CustomFieldList fields={fields} values={own.values} person={`/students/${studentId}`} />
    </Card>
  );
}
