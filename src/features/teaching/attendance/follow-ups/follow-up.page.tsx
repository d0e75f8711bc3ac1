import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import { followUpWays } from './follow-up-ways.ts';
import type { followUpPage } from './follow-ups.routes.ts';
import classes from '../shared/excuses.module.css';

/** Records what was done about a student who is often away, with what was done before. */
export default function FollowUpPage({ student, rows }: PropsOf<typeof followUpPage>) {
  const { href } = useAddress();
  const list = href('/attendance/concerns');
  return (
    <>
      <PageHeader
        title={`Follow-up: ${student.name}`}
        breadcrumbs={[{ label: 'Low attendance', href: list }]}
        description={student.batch}
      />
      <EditForm action="/attendance/follow-ups" submit="Record follow-up" cancelHref={list}>
        <input type="hidden" name="student_id" value={student.id} />
        <SelectField name="how" label="How" options={followUpWays} />
        <TextareaField
          name="note"
          label="Note"
          maxLength={1000}
          rows={3}
          placeholder="Mother says he has malaria and will be back on Monday"
        />
      </EditForm>
      {rows.length > 0 && (
        <ul className={classes.rows} aria-label="Earlier follow-ups">
          {rows.map(({ id, how, note, by, at }) => (
            <li key={id}>
              <b>{followUpWays[how]}</b>, {by ?? 'Someone'},{' '}
              <DateTimeText value={at} institutionId={student.institutionId} />
              <p className={classes.reason}>{note}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
