import { Badge } from '#ui/badge.tsx';
import { Button, LinkButton, PrimaryLink, PrimaryButton } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { formParts, type FormPart } from '../admissions.ts';
import type { ApplicationProps } from './show-application.ts';
import classes from './review.module.css';
import type { ReactNode } from 'react';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Kbd } from '#ui/kbd.tsx';
import { decisions as decisionWords, type Decision } from '../decisions/transitions.ts';

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
      {tasks.length === 0 && <Secondary>No requests yet.</Secondary>}
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
        placeholder="Send a clearer birth certificate. The date can’t be read."
      />
    </EditForm>
  </Dialog>
);

/** The key of each decision on the review screen. */
export const decisionKeys: Record<Decision, string> = {
  offered: 'o',
  waiting_list: 'w',
  rejected: 'x',
  accepted: 'a',
  withdrawn: 'd',
  under_review: 'r',
};

interface ReviewActsProps extends ApplicationProps {
  onStart: () => void;
  onAsk: () => void;
  onDecide: (to: Decision) => void;
}

const Act = ({ children, shortcut }: { children: ReactNode; shortcut: string }) => (
  <>
    {children} <Kbd>{shortcut}</Kbd>
  </>
);

/** What can be done with the application now, each with its key. */
export function ReviewActs({ application, decisions, can, onStart, onAsk, onDecide }: ReviewActsProps) {
  const { href } = useAddress();
  const { id, status } = application;
  const isNew = status === 'submitted';
  const listed = decisions.filter((to) => !(isNew && to === 'under_review'));
  return (
    <div className={classes.acts} data-tour="review-acts">
      {can.review && isNew && (
        <PrimaryButton onClick={onStart}>
          <Act shortcut="S">Start review</Act>
        </PrimaryButton>
      )}
      {can.admit && status === 'accepted' && <PrimaryLink href={href(`/applications/${id}/admit`)}>Admit</PrimaryLink>}
      {listed.map((to) => (
        <Button
          key={to}
          tone={to === 'offered' && !isNew ? 'primary' : to === 'rejected' ? 'bad' : 'quiet'}
          onClick={() => onDecide(to)}
        >
          <Act shortcut={decisionKeys[to].toUpperCase()}>{decisionWords[to]}</Act>
        </Button>
      ))}
      {can.review && isOpen(status) && (
        <Button onClick={onAsk}>
          <Act shortcut="T">Ask applicant</Act>
        </Button>
      )}
      {['accepted', 'admitted', 'offered'].includes(status) && (
        <LinkButton external href={`/applications/${id}/letter.pdf`}>
          Admission letter
        </LinkButton>
      )}
    </div>
  );
}

/** States in which the applicant can still be asked for something. */
export const isOpen = (status: string) => ['submitted', 'under_review', 'waiting_list', 'offered'].includes(status);
