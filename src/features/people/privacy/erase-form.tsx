import { Card } from '#ui/records/card.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import type { PersonPrivacyProps } from './privacy.pages.ts';
import classes from './privacy.module.css';

interface EraseFormProps {
  action: string;
  person: PersonPrivacyProps['person'];
  /** Why the person cannot be erased yet. */
  cannotErase: string | null;
}

/** An erasure cannot be undone, so the number is typed to confirm it. */
export function EraseForm({ action, person, cannotErase }: EraseFormProps) {
  if (cannotErase)
    return (
      <Card title="Erase data">
        <p className={classes.note}>{cannotErase}</p>
      </Card>
    );
  return (
    <Card title="Erase data">
      <p className={classes.note}>
        This permanently deletes the name, contact details, address, health, religion, photo, documents, custom fields
        and account of {person.name}, and every uploaded file that contains the name. Numbers, enrolments, results and
        payments stay without a name. Older backups contain the data until they are replaced.
      </p>
      <p className={classes.note}>A second person must approve the erasure.</p>
      <EditForm action={action} isFinal submit="Request erasure">
        <TextField
          name="number"
          label={`Type the ${person.numberWord}`}
          help={`${person.number}, to confirm that this is the right person.`}
          autoComplete="off"
        />
        <TextField name="reason" label="Reason" help="Who requested it, and when." maxLength={300} />
      </EditForm>
    </Card>
  );
}
