import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { post } from '#ui/post.ts';
import { StepList } from '../shared/step-list.tsx';
import classes from '../shared/step-list.module.css';
import type { SetUpCardProps } from '../set-up.card.ts';

/** What is left to set up, on the home page of people who can do it. */
export default function SetUpCard({ institutionId, institution, steps }: SetUpCardProps) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card
      title={
        <span className={classes.head}>
          Set up {institution}{' '}
          <span className={classes.count}>
            {done} of {steps.length} done
          </span>
        </span>
      }
      action={
        <Button small tone="plain" onClick={() => post(`/institutions/${institutionId}/checklist/dismiss`)}>
          Dismiss
        </Button>
      }
      flush
    >
      <StepList institutionId={institutionId} steps={steps} />
    </Card>
  );
}
