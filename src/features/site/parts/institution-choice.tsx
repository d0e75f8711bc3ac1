import { SelectField } from '#ui/select-field.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { InstitutionChoice as Choice } from '../site-in-view.ts';

/** A form that creates names its institution; its pictures and addresses hang on that, so another choice loads it anew. */
export function InstitutionChoice({ institutionId, institutions }: Choice) {
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
