import { SelectBoxField } from '#ui/fields/select-box.tsx';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField, ChoiceField } from '#ui/forms/select-field.tsx';
import { isChosen } from '#ui/is-chosen.ts';
import { PLACEHOLDER_OPTION, CUSTOM_DASHLET } from '#ui/plain/constants.ts';
import { useEffect, useState } from 'react';
import type { DataFilter, ModelOffer, AssociateOffer } from './custom/data-offer.ts';
import { SAVED_GRAPH } from './dashlets.ts';
import type { Choices as Found } from '#kernel/choices.ts';
import { useAnswer } from '#web/client/use-answer.ts';
import type { AskedGraph } from '#features/insight/reports/graphs/run/small-graph.ts';

interface Props {
  institutionId: number;
  models: ModelOffer[];
  choices: Choices;
  choose: (change: Partial<Choices>) => void;
}

/** The fields of a custom dashlet: each appears once what it depends on is chosen (4.14 to 4.16). */
export function CustomFields({ institutionId, models, choices, choose }: Props) {
  const model = models.find(({ value }) => value === choices.model_name);
  return (
    <>
      <SelectField
        name="model_name"
        label="Model name"
        help="The records that the card is about."
        value={choices.model_name}
        onChange={(event) => choose({ model_name: event.target.value })}
        options={models}
      />
      {model && (
        <>
          <RecordField key={model.value} institutionId={institutionId} model={model} choose={choose} />
          <SelectField
            name="model_associate_type"
            label="Associate type"
            help="What the card counts for each of them."
            value={choices.model_associate_type}
            onChange={(event) => choose({ model_associate_type: event.target.value })}
            options={model.associates}
          />
        </>
      )}
      {isChosen(choices.model_associate_type) && (
        <FilterFields
          key={choices.model_associate_type}
          institutionId={institutionId}
          choices={choices}
          choose={choose}
        />
      )}
      <TextField
        name="name"
        label="Name"
        value={choices.name}
        maxLength={80}
        placeholder="Girls in JSS 1 A"
        onChange={(event) => choose({ name: event.target.value })}
      />
    </>
  );
}

/** One record or all of them; where there are many, the server finds them as one types. */
function RecordField({
  institutionId,
  model,
  choose,
}: Pick<Props, 'institutionId' | 'choose'> & { model: ModelOffer }) {
  const { found, message } = useRecords(institutionId, model.value);
  const field = { name: 'model_record', label: 'Model record' };
  if (found?.isMore)
    return (
      <SearchSelectField
        {...field}
        placeholder={PLACEHOLDER_OPTION}
        search={`/dashlets/get_model_records?institution_id=${institutionId}&model_name=${model.value}`}
        onChange={(choice) => choose({ model_record: choice?.value ?? '' })}
      />
    );
  return (
    <SelectBoxField
      {...field}
      options={found?.choices ?? []}
      {...(!found && { unready: message })}
      onChange={(value) => choose({ model_record: value })}
    />
  );
}

interface FilterFieldsProps {
  institutionId: number;
  choices: Choices;
  choose: (change: Partial<Choices>) => void;
}

/** The data filter of an associate type (4.16), and how its rows are shown. */
function FilterFields({ institutionId, choices, choose }: FilterFieldsProps) {
  const { found: offer, message } = useFilters(institutionId, choices.model_associate_type);
  const { data_filter: filter, shown_as: shown } = choices;
  const first = offer?.filters[0]?.value;
  useEffect(() => {
    // Everything, until something else is chosen.
    if (first && !filter) choose({ data_filter: first });
  }, [first, filter, choose]);
  if (!offer) return <p role="status">{message}</p>;
  const isSplit = shown === 'bars' || shown === 'donut';
  return (
    <>
      <SelectField
        name="data_filter"
        label="Data filter"
        value={filter}
        onChange={(event) => choose({ data_filter: event.target.value })}
        {...grouped(offer.filters)}
      />
      <ChoiceField
        name="shown_as"
        label="Show as"
        value={shown}
        onChange={(event) => choose({ shown_as: event.target.value })}
        options={offer.shapes}
      />
      {isSplit && (
        <ChoiceField
          name="split_by"
          label="Split by"
          value={choices.split_by || offer.splits[0]?.value}
          onChange={(event) => choose({ split_by: event.target.value })}
          options={offer.splits}
        />
      )}
    </>
  );
}

function grouped(filters: DataFilter[]) {
  const groups = [...Map.groupBy(filters, ({ group }) => group)];
  return {
    options: groups.filter(([label]) => !label).flatMap(([, options]) => options),
    groups: groups.filter(([label]) => label).map(([label, options]) => ({ label, options })),
  };
}

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

/** The records of a model (7.9). */
const useRecords = (institutionId: number, model: string) =>
  useLookup<Found>('/dashlets/get_model_records', { institution_id: institutionId, model_name: model }, model);

/** The data filters of an associate type (7.10), and the ways to show it. */
const useFilters = (institutionId: number, associate: string) =>
  useLookup<AssociateOffer>(
    '/dashlets/get_associated_data_filters',
    { institution_id: institutionId, model_associate_type: associate },
    associate,
  );

/** What a graph asks. */
export const useAskedGraph = (institutionId: number, graph: string) =>
  useLookup<AskedGraph>('/dashlets/graph_questions', { institution_id: institutionId, graph_id: graph }, graph);

/** Asks once something is chosen: the placeholder looks nothing up (5.1). */
function useLookup<Answer>(address: string, data: Record<string, string | number>, value: string) {
  const question = isChosen(value) ? JSON.stringify(data) : null;
  const { answer: found, message } = useAnswer<Answer>(address, question, { method: 'GET', pause: 0 });
  return { found, message: message || 'Loading…' };
}
