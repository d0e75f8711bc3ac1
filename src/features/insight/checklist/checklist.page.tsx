import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import type { PropsOf } from '#web/page.ts';
import type { checklistPage } from './checklist.pages.ts';
import { AutomaticCard } from './automatic-card.tsx';
import { StepList } from './shared/step-list.tsx';
import classes from './shared/step-list.module.css';

/** All steps of setting up an institution, also when they are done or the list was dismissed. */
export default function ChecklistPage({
  institutionId,
  institutions,
  isDismissed,
  steps,
  currency,
  automatic,
}: PropsOf<typeof checklistPage>) {
  const left = steps.filter(({ isDone }) => !isDone).length;
  const change = isDismissed ? 'restore' : 'dismiss';
  return (
    <>
      <PageHeader
        title="Set-up"
        description={left === 0 ? 'Everything is done.' : `${steps.length - left} of ${steps.length} done`}
        action={
          left > 0 && (
            <Button onClick={() => post(`/institutions/${institutionId}/checklist/${change}`)}>
              {isDismissed ? 'Show on the home page' : 'Dismiss from the home page'}
            </Button>
          )
        }
      />
      <div className={classes.page}>
        <InstitutionSwitch institutionId={institutionId} institutions={institutions} />
        <Card flush>
          <StepList institutionId={institutionId} steps={steps} />
        </Card>
        {automatic && <AutomaticCard institutionId={institutionId} currency={currency} messages={automatic} />}
      </div>
    </>
  );
}
