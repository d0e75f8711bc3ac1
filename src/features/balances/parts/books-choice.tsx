import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';

/** Whose books are shown, for people with several institutions. */
export function BooksChoice({
  institutionId,
  institutions,
}: {
  institutionId: number;
  institutions: { id: number; name: string }[];
}) {
  const address = useAddress();
  if (institutions.length < 2) return null;
  return (
    <SelectField
      name="institution"
      label="Institution"
      placeholder={null}
      value={String(institutionId)}
      onChange={(event) => address.go({ institution_id: event.target.value })}
      options={institutions.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
}
