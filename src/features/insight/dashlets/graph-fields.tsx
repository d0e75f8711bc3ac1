import { useEffect, useState } from 'react';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { isChosen } from '#ui/is-chosen.ts';
import { PLACEHOLDER_OPTION } from '#ui/plain/constants.ts';
import { GraphAnswers } from '#features/insight/reports/graphs/shared/graph-answers.tsx';
import type { Choices } from './use-choices.ts';
import { useAskedGraph } from './use-lookups.ts';

interface GraphFieldsProps {
  institutionId: number;
  isOfRole: boolean;
  choices: Choices;
  choose: (change: Partial<Choices>) => void;
}

/** A saved graph that its author can open, the answers to its questions, and a name. */
export function GraphFields({ institutionId, isOfRole, choices, choose }: GraphFieldsProps) {
  const [graph, setGraph] = useState('');
  return (
    <>
      <SearchSelectField
        name="graph_id"
        label="Graph"
        placeholder={PLACEHOLDER_OPTION}
        help={
          isOfRole
            ? 'Members see it only if the graph is shared with them. Each sees their own figures.'
            : 'Design graphs under Reports.'
        }
        search={`/dashlets/graphs?institution_id=${institutionId}`}
        onChange={(choice) => {
          setGraph(choice?.label ?? '');
          choose({ graph_id: choice?.value ?? '' });
        }}
      />
      {isChosen(choices.graph_id) && (
        <Answers key={choices.graph_id} institutionId={institutionId} choose={choose} graphId={choices.graph_id} />
      )}
      <input type="hidden" name="answers" value={choices.answers} />
      <TextField
        name="name"
        label="Name"
        optional
        value={choices.name}
        maxLength={80}
        placeholder={graph}
        onChange={(event) => choose({ name: event.target.value })}
      />
    </>
  );
}

/** Fields for what the graph asks; an answer that is left open doesn’t narrow it. */
function Answers({
  institutionId,
  graphId,
  choose,
}: Pick<GraphFieldsProps, 'institutionId' | 'choose'> & { graphId: string }) {
  const { found, message } = useAskedGraph(institutionId, graphId);
  const [given, setGiven] = useState<Record<string, string[]>>({});
  useEffect(() => {
    if (!found || found.questions.length === 0) return;
    const answers = found.questions.map(({ place, values }) => [place, given[place] ?? values]);
    choose({ answers: JSON.stringify(Object.fromEntries(answers)) });
    // Only what is asked and answered changes the answers.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [found, given]);
  if (!found) return <p role="status">{message}</p>;
  return (
    <GraphAnswers
      institutionId={institutionId}
      asked={found}
      values={given}
      onAnswer={(place, values) => setGiven((before) => ({ ...before, [place]: values }))}
    />
  );
}
