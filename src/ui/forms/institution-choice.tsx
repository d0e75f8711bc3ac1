import { ChoiceField } from './select-field.tsx';
import { useAddress } from '../hooks/use-address.ts';

interface InstitutionChoiceProps {
  institutionId: number;
  /** All institutions that the page can be opened for. */
  institutions: { id: number; name: string }[];
}

/** The institution of a new record. Changing it reloads the form, because the choices depend on it. */
export function InstitutionChoice(props: InstitutionChoiceProps) {
  if (props.institutions.length < 2) return <input type="hidden" name="institutionId" value={props.institutionId} />;
  return <InstitutionSwitch {...props} name="institutionId" />;
}

/** Opens the page for another institution; nothing with one alone. */
export function InstitutionSwitch({
  institutionId,
  institutions,
  name = 'institution',
}: InstitutionChoiceProps & { name?: string }) {
  const address = useAddress();
  if (institutions.length < 2) return null;
  return (
    <ChoiceField
      name={name}
      label="Institution"
      value={String(institutionId)}
      onChange={(event) => address.go({ institution_id: event.target.value, academic_session: null })}
      options={institutions}
    />
  );
}

interface InstitutionFieldProps extends InstitutionChoiceProps {
  onChange?: (institutionId: number) => void;
}

/** The institution of a new record, as `institution_id`, in a form that holds the choices of all of them. */
export function InstitutionField({ institutionId, institutions, onChange }: InstitutionFieldProps) {
  if (institutions.length < 2) return <input type="hidden" name="institution_id" value={institutionId} />;
  return (
    <ChoiceField
      name="institution_id"
      label="Institution"
      defaultValue={String(institutionId)}
      options={institutions}
      onChange={(event) => onChange?.(Number(event.target.value))}
    />
  );
}
