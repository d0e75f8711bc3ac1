import { SelectField } from './select-field.tsx';
import { useAddress } from '../hooks/use-address.ts';

interface InstitutionChoiceProps {
  institutionId: number;
  /** All institutions that a new record can belong to. */
  institutions: { id: number; name: string }[];
}

/** The institution of a new record. Changing it reloads the form, because the choices depend on it. */
export function InstitutionChoice({ institutionId, institutions }: InstitutionChoiceProps) {
  const address = useAddress();
  if (institutions.length < 2) return <input type="hidden" name="institutionId" value={institutionId} />;
  return (
    <SelectField
      name="institutionId"
      label="Institution"
      placeholder={null}
      value={String(institutionId)}
      onChange={(event) => address.go({ institution_id: event.target.value, academic_session: null })}
      options={institutions.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
}
