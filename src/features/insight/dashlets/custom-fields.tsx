import { SelectBoxField } from '#ui/fields/select-box.tsx';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { isChosen } from '#ui/is-chosen.ts';
import { PLACEHOLDER_OPTION } from '#ui/plain/constants.ts';
import type { ModelOffer } from './custom/offer.ts';
import { FilterFields } from './filter-fields.tsx';
import type { Choices } from './use-choices.ts';
import { useRecords } from './use-lookups.ts';

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
        help="What the dashlet is about."
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
            help="What the dashlet counts of it."
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
