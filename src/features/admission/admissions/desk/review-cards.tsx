import { Button } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { askThenPost } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import type { ApplicationProps } from './show-application.ts';
import classes from './review.module.css';

/** The marks of the entrance examination and the seat. */
export function MarksCard({ application, scores, seat }: ApplicationProps) {
  const { tests } = application.intake;
  const { interview, score, institutionId } = application;
  if (tests.length === 0 && interview === null && !seat) return null;
  const markOf = (key: string, most: number) => {
    const found = scores.find(({ test }) => test === key);
    if (!found) return 'Not entered';
    return found.mark === null ? 'Absent' : `${found.mark} of ${most}`;
  };
  return (
    <Card title="Entrance examination">
      <DescriptionList
        items={[
          ['Seat', seat && <Seat key="seat" {...seat} institutionId={institutionId} />],
          ...tests.map(({ key, label, most }): [string, string] => [label, markOf(key, most)]),
          ['Interview', interview],
          ['Score', score],
        ]}
      />
    </Card>
  );
}

const Seat = ({
  venue,
  seat,
  startsAt,
  institutionId,
}: NonNullable<ApplicationProps['seat']> & { institutionId: number }) => (
  <>
    {venue}, seat {seat}, <DateTimeText value={startsAt} institutionId={institutionId} />
  </>
);

/** Notes of colleagues, which the applicant never sees. */
export function NotesCard({ application, notes, can }: ApplicationProps) {
  const here = `/applications/${application.id}/notes`;
  const remove = (id: number) =>
    void askThenPost(`${here}/${id}/delete`, {
      title: 'Delete this note?',
      body: 'Colleagues no longer see it.',
      action: 'Delete note',
      tone: 'bad',
    });
  return (
    <Card title="Notes">
      <ul className={classes.entries}>
        {notes.map(({ id, note, person, at, isOwn }) => (
          <li key={id}>
            <p className={classes.text}>{note}</p>
            <Secondary>
              {person}, <DateTimeText value={at} institutionId={application.institutionId} />
            </Secondary>
            {isOwn && can.review && (
              <Button small tone="plain" onClick={() => remove(id)}>
                Delete
              </Button>
            )}
          </li>
        ))}
      </ul>
      {can.review && (
        <EditForm key={notes[0]?.id} action={here} submit="Add note" options={{ preserveScroll: true }}>
          <TextareaField name="note" label="Note for colleagues" rows={2} maxLength={1000} />
        </EditForm>
      )}
    </Card>
  );
}

/** Everything that was done with the application. */
export const HistoryCard = ({ application, history }: ApplicationProps) => (
  <Card title="History">
    {history.rows.length === 0 && <Secondary>Nothing is recorded yet.</Secondary>}
    <ol className={classes.entries}>
      {history.rows.map(({ id, at, person, summary, reason }) => (
        <li key={id}>
          <b>{person}</b> {summary}
          {reason && `: ${reason}`}{' '}
          <Secondary>
            <DateTimeText value={at} institutionId={application.institutionId} />
          </Secondary>
        </li>
      ))}
    </ol>
    <ListEnd shown={history.rows.length} isMore={history.isMore} next="Older entries are in the audit log." />
  </Card>
);
