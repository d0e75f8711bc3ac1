import { operators } from '../../engine/operators.ts';
import { PartError } from '../../shared/notices.tsx';
import { ValueField } from '../../shared/value-field.tsx';
import type { AskedGraph } from '../run/small-graph.ts';

interface GraphAnswersProps {
  institutionId: number;
  asked: AskedGraph;
  values: Readonly<Record<string, string[]>>;
  onAnswer: (place: string, values: string[]) => void;
}

/** Fields for what a graph asks, where its answers are stored with something else. One that is left open doesn’t narrow it. */
export const GraphAnswers = ({ institutionId, asked, values, onAnswer }: GraphAnswersProps) => (
  <>
    <PartError name="answers" />
    {asked.questions.map(({ place, field, operator, chosen, values: usual }) => (
      <ValueField
        key={place}
        name={`answer_${place.replace('.', '_')}`}
        label={`${field.label} ${operators[operator]}`}
        optional
        field={field}
        operator={operator}
        chosen={chosen}
        values={values[place] ?? usual}
        onChange={(next) => onAnswer(place, next)}
        currency={asked.currency}
        search={`/reports/choices?institution_id=${institutionId}&subject=${asked.subject}&field=${field.key}`}
      />
    ))}
  </>
);
