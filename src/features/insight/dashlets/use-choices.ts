import { useState } from 'react';
import { isChosen } from '#ui/is-chosen.ts';
import { CUSTOM_DASHLET } from '#ui/plain/constants.ts';
import { SAVED_GRAPH } from './dashlets.ts';

/** What the form holds, by the names of its fields. */
export interface Choices {
  kind: string;
  name: string;
  model_name: string;
  model_record: string;
  model_associate_type: string;
  data_filter: string;
  shown_as: string;
  split_by: string;
  graph_id: string;
  /** To the questions of a graph, as JSON. */
  answers: string;
}

const cleared = { model_record: '', model_associate_type: '', data_filter: '', shown_as: 'figure', split_by: '' };
const empty: Choices = { kind: '', name: '', model_name: '', graph_id: '', answers: '', ...cleared };

/** What is chosen clears what depends on it (4.14). */
export function useChoices() {
  const [choices, setChoices] = useState(empty);
  const choose = (change: Partial<Choices>) =>
    setChoices((now) => {
      if (change.kind !== undefined) return { ...empty, ...change };
      if (change.graph_id !== undefined) return { ...now, answers: '', ...change };
      if (change.model_name !== undefined) return { ...now, ...cleared, ...change };
      if (change.model_associate_type !== undefined)
        return { ...now, ...cleared, model_record: now.model_record, ...change };
      return { ...now, ...change };
    });
  return { choices, choose };
}

/** Whether there is enough to show a preview of. */
export function isComplete(choices: Choices): boolean {
  if (choices.kind === SAVED_GRAPH) return isChosen(choices.graph_id);
  if (choices.kind !== CUSTOM_DASHLET) return isChosen(choices.kind);
  const { model_name, model_record, model_associate_type, data_filter } = choices;
  return [model_name, model_record, model_associate_type, data_filter].every((value) => isChosen(value));
}
