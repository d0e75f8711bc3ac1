import type { FieldGroup } from '#kernel/field-groups.ts';
import { Card } from '#ui/card.tsx';
import { CustomFieldList } from '#features/custom-fields/shared/custom-field-list.tsx';
import type { OwnFields } from '../students.pages.ts';

interface OwnFieldsCardProps {
  own: OwnFields;
  studentId: number;
  /** Only those of one group. */
  group?: FieldGroup;
  title?: string;
}

/** The school's own fields of a student; nothing where there are none. */
export function OwnFieldsCard({ own, studentId, group, title = 'More' }: OwnFieldsCardProps) {
  const fields = own.fields.filter((field) => !group || field.group === group);
  if (fields.length === 0) return null;
  return (
    <Card title={title}>
      <CustomFieldList fields={fields} values={own.values} person={`/students/${studentId}`} />
    </Card>
  );
}
