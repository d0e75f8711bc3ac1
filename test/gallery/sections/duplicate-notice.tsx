import { FieldRow } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { DuplicateNotice } from '#features/records/people/shared/duplicate-notice.tsx';
import { useInstitutions } from '#web/client/use-institutions.ts';

export const title = 'Possible duplicate';

/** Type the name of an existing student. */
export default function PossibleDuplicate() {
  const [institution] = useInstitutions();
  return (
    <form aria-label="Someone alike" style={{ display: 'grid', gap: 16, maxWidth: 640 }}>
      <FieldRow>
        <TextField name="surname" label="Surname of a student" autoComplete="off" />
        <TextField name="firstName" label="First name of a student" autoComplete="off" />
      </FieldRow>
      <DuplicateNotice people="students" noun="student" institutionId={institution!.id} />
    </form>
  );
}
