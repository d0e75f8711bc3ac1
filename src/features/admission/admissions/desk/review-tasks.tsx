import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { formParts, type FormPart } from '../admissions.ts';
import type { ApplicationProps } from './show-application.ts';
import { isOpen } from './review-acts.tsx';
import classes from './review.module.css';

/** The parts of the form that can be asked for again, with their labels. */
function partsOf({ application }: ApplicationProps): { value: string; label: string }[] {
  const papers = application.intake.papers.map(({ key, label }) => ({
    value: key === 'photo' ? 'photo' : `paper:${key}`,
    label,
  }));
  const parts = (Object.keys(formParts) as FormPart[]).filter((part) => part !== 'photo');
  return [...papers, ...parts.map((part) => ({ value: part, label: formParts[part] }))];
}

const words = { open: 'Open', done: 'Done', closed: 'Closed' } as const;
const tones = { open: 'gold', done: 'good', closed: 'plain' } as const;

/** What the applicant was asked for. */
export function TasksCard({ onAsk, ...props }: ApplicationProps & { onAsk: () => void }) {
  const { application, tasks, can } = props;
  const parts = partsOf(props);
  return (
    <Card
      title="Tasks for the applicant"
      tour="review-tasks"
      action={
        can.review &&
        isOpen(application.status) && (
          <Button small onClick={onAsk}>
            Ask applicant
          </Button>
        )
      }
    >
      {tasks.length === 0 && <Secondary>Nothing was asked for.</Secondary>}
      <ul className={classes.entries}>
        {tasks.map(({ id, part, message, person, at, state }) => (
          <li key={id}>
            <b>{parts.find(({ value }) => value === part)?.label ?? part}</b>{' '}
            <Badge tone={tones[state]}>{words[state]}</Badge>
            <p className={classes.text}>{message}</p>
            <Secondary>
              {person}, <DateTimeText value={at} institutionId={application.institutionId} />
            </Secondary>
            {state === 'open' && can.review && (
              <Button small tone="plain" onClick={() => post(`/applications/${application.id}/tasks/${id}/close`)}>
                Close task
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Asks the applicant for one part of the form again. */
export const TaskDialog = ({ open, onClose, ...props }: ApplicationProps & { open: boolean; onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} title="Ask the applicant">
    <p>The part is open on the status page until it is sent again. The applicant gets a message.</p>
    <EditForm
      action={`/applications/${props.application.id}/tasks`}
      submit="Send to applicant"
      onSuccess={onClose}
      guard={false}
    >
      <SelectField name="part" label="Part of the form" options={partsOf(props)} />
      <TextareaField
        name="message"
        label="What is needed"
        rows={3}
        maxLength={300}
        placeholder="Send a clearer birth certificate. The date cannot be read."
      />
    </EditForm>
  </Dialog>
);
