import { SelectField } from './select-field.tsx';
import { useAddress } from './use-address.ts';

interface InstitutionChoiceProps {
  institutionId: number;
  /** The others too, where a new record may go to one of several. */
  institutions: { id: number; name: string }[];
}

/** A form that creates names its institution. What it offers hangs on that, so another choice loads the form anew. */
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
