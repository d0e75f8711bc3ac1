import { type FormEvent, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import { operators } from '../engine/operators.ts';
import type { Question } from '../run/questions.ts';
import type { RunPage } from '../run/report-to-run.ts';
import classes from './rules.module.css';
import { ValueField } from './value-field.tsx';

interface QuestionsProps {
  report: Pick<RunPage['report'], 'institutionId' | 'subject'>;
  /** The button. */
  submit?: string;
  questions: Question[];
  currency: string;
}

/** What a report asks before it is run: ‘Class is one of …’. An answer that is left open doesn’t narrow the rows. */
export function Questions({ report, questions, currency, submit = 'Run report' }: QuestionsProps) {
  const { go } = useAddress();
  const [answers, setAnswers] = useState<Record<string, string[]>>(() =>
    Object.fromEntries(questions.map(({ place, values }) => [place, values])),
  );
  const run = (event: FormEvent) => {
    event.preventDefault();
    go({ answers: JSON.stringify(answers) });
  };
  return (
    <Card title="Before you run it">
      <form className={classes.questions} onSubmit={run}>
        {questions.map(({ place, field, operator, chosen }) => {
          const label = `${field.label} ${operators[operator]}`;
          return (
            <div key={place} className={classes.question}>
              <p aria-hidden>{label}</p>
              <ValueField
                name={`answer_${place.replace('.', '_')}`}
                optional
                label={label}
                field={field}
                operator={operator}
                chosen={chosen}
                currency={currency}
                values={answers[place] ?? []}
                search={`/reports/choices?institution_id=${report.institutionId}&subject=${report.subject}&field=${field.key}`}
                onChange={(values) => setAnswers({ ...answers, [place]: values })}
              />
            </div>
          );
        })}
        <div>
          <Button type="submit" tone="primary">
            {submit}
          </Button>
        </div>
      </form>
    </Card>
  );
}
