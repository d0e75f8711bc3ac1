import { SelectField } from '#ui/select-field.tsx';
import type { StudentFormProps } from '../students.pages.ts';

/** A form that creates names its institution; with one there is nothing to choose. */
export function InstitutionField({
  institutions,
  institutionId,
}: Pick<StudentFormProps, 'institutions' | 'institutionId'>) {
  if (institutions.length === 1) return <input type="hidden" name="institutionId" value={institutionId} />;
  return (
    <SelectField
      name="institutionId"
      label="Institution"
      placeholder={null}
      defaultValue={String(institutionId)}
      options={institutions.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
}
