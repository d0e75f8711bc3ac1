import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { Secondary } from '#ui/text.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { AnswerSection } from './answers-in-words.ts';
import type { ApplicationProps } from './show-application.ts';
import classes from './review.module.css';

/** What the applicant answered, part by part. Health and religion are shown on request, which is logged. */
export function AnswersCard({ application, sections, can }: ApplicationProps) {
  const { send, busy, message } = useRemote<{ sections: AnswerSection[] }>();
  const [revealed, setRevealed] = useState<{ of: number; sections: AnswerSection[] } | null>(null);
  const isRevealed = revealed?.of === application.id;
  const reveal = async () => {
    const answer = await send('post', `/applications/${application.id}/restricted`);
    if (answer) setRevealed({ of: application.id, sections: answer.json.sections });
  };
  return (
    <Card
      title="Form"
      tour="review-form"
      action={
        can.viewRestricted &&
        !isRevealed && (
          <Button small onClick={() => void reveal()} loading={busy}>
            Show restricted answers
          </Button>
        )
      }
    >
      {message && <p role="alert">{message}</p>}
      {(isRevealed ? revealed.sections : sections).map(({ part, title, rows }) => (
        <section key={part} className={classes.section}>
          <h3>{title}</h3>
          <DescriptionList
            items={rows.map(({ label, value }, at) => [
              // Two guardians can have one relation.
              rows.findIndex((row) => row.label === label) === at ? label : `${label} ${at + 1}`,
              value || <Secondary key={label}>Restricted</Secondary>,
            ])}
          />
        </section>
      ))}
    </Card>
  );
}
