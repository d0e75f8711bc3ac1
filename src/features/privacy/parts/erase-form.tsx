import { Card } from '#ui/card.tsx';
import { EditForm } from '#ui/edit-form.tsx';
import { TextField } from '#ui/fields.tsx';
import type { PersonPrivacyProps } from '../privacy.pages.ts';
import classes from './privacy.module.css';

interface EraseFormProps {
  action: string;
  person: PersonPrivacyProps['person'];
  stays: string | null;
}

/** Erasing cannot be taken back: who erases types the number. */
export function EraseForm({ action, person, stays }: EraseFormProps) {
  if (stays)
    return (
      <Card title="Erase">
        <p className={classes.note}>{stays}</p>
      </Card>
    );
  return (
    <Card title="Erase">
      <p className={classes.note}>
        Name, contacts, home, health, religion, photo, papers, own fields and sign-in of {person.name} go for good.
        Uploaded lists that name the person go whole. Numbers, enrolments, results and money stay, and name nobody.
        Backups made before today still hold the data until they are replaced.
      </p>
      <p className={classes.note}>A second person has to approve this before anything is erased.</p>
      <EditForm action={action} submit="Request erasure">
        <TextField
          name="number"
          label={`Type the ${person.numberWord}`}
          help={`${person.number}, so that it is this person and no other.`}
          autoComplete="off"
        />
        <TextField name="reason" label="Reason" help="Who asked, and when." maxLength={300} />
      </EditForm>
    </Card>
  );
}
