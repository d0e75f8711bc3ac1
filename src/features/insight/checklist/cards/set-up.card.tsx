import { Button, LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import { post } from '#ui/post.ts';
import { StepList } from '../shared/step-list.tsx';
import classes from '../shared/step-list.module.css';
import type { SetUpCardProps } from '../set-up.card.ts';

/** What is left to set up, on the home page of people who can do it; the last step takes one line. */
export default function SetUpCard({ institutionId, institution, steps }: SetUpCardProps) {
  const { href } = useAddress();
  const left = steps.filter(({ isDone }) => !isDone);
  const all = (
    <LinkButton small tone="plain" href={href('/checklist', { institution_id: institutionId })}>
      {left.length === 1 && `Set up ${institution}: `}
      {steps.length - left.length} of {steps.length} done
    </LinkButton>
  );
  const dismiss = (
    <Button small tone="plain" onClick={() => post(`/institutions/${institutionId}/checklist/dismiss`)}>
      Dismiss
    </Button>
  );
  const list = <StepList institutionId={institutionId} steps={left} />;
  if (left.length === 1)
    return (
      <Card flush>
        <div className={classes.last}>
          {list}
          {all}
          {dismiss}
        </div>
      </Card>
    );
  return (
    <Card
      title={
        <span className={classes.head}>
          Set up {institution} {all}
        </span>
      }
      action={dismiss}
      flush
    >
      {list}
    </Card>
  );
}
