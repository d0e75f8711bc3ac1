import { SelectField } from '#ui/forms/select-field.tsx';
import type { OfferedField, OfferedSubject } from '../../design/offer.ts';
import { isAmount, measureWords, type MeasureKey } from '../engine/measure-words.ts';
import { optionsOf, type FieldsByKey, type GraphDraft } from './graph-draft.ts';
import classes from './graph.module.css';

interface ShapeSectionProps {
  draft: GraphDraft;
  offer: OfferedSubject;
  fields: FieldsByKey;
  onChange: (values: Partial<GraphDraft>) => void;
}

const stepOptions = [
  { value: 'day', label: 'By day' },
  { value: 'week', label: 'By week' },
  { value: 'month', label: 'By month' },
  { value: 'term', label: 'By term' },
];

const isGroup = ({ isOnlyShown }: OfferedField) => !isOnlyShown;
/** What a graph measures, and the fields that split it. */
export function ShapeSection({ draft, offer, fields, onChange }: ShapeSectionProps) {
  const isDay = (key: string) => fields.get(key)?.type === 'day';
  const measures = Object.entries(measureWords).map(([value, { label, needsField }]) => ({
    value,
    label: needsField ? `${label} of a field` : `${label} of ${offer.label.toLowerCase()}`,
  }));
  const { needsField } = measureWords[draft.measure];
  return (
    <div className={classes.shape}>
      <div className={classes.pair}>
        <SelectField
          name="first_group"
          label="Group by"
          value={draft.first}
          groups={optionsOf(offer, isGroup)}
          onChange={(event) => onChange({ first: event.target.value })}
        />
        {isDay(draft.first) ? (
          <SelectField
            name="first_step"
            label="Dates"
            placeholder={null}
            value={draft.firstStep}
            options={stepOptions}
            onChange={(event) => onChange({ firstStep: event.target.value })}
          />
        ) : (
          <input type="hidden" name="first_step" value="" />
        )}
      </div>
      <div className={classes.pair}>
        <SelectField
          name="second_group"
          label="Then by"
          optional
          placeholder="One group only"
          value={draft.second}
          groups={optionsOf(offer, isGroup)}
          onChange={(event) => onChange({ second: event.target.value })}
        />
        {isDay(draft.second) ? (
          <SelectField
            name="second_step"
            label="Dates of the second group"
            placeholder={null}
            value={draft.secondStep}
            options={stepOptions}
            onChange={(event) => onChange({ secondStep: event.target.value })}
          />
        ) : (
          <input type="hidden" name="second_step" value="" />
        )}
      </div>
      <SelectField
        name="measure"
        label="Measure"
        placeholder={null}
        value={draft.measure}
        options={measures}
        onChange={(event) => onChange({ measure: event.target.value as MeasureKey })}
      />
      {needsField ? (
        <SelectField
          name="measure_field"
          label="Field to measure"
          value={draft.measured}
          groups={optionsOf(offer, (field) => (draft.measure === 'sum' ? field.isSummed : isAmount(field)))}
          onChange={(event) => onChange({ measured: event.target.value })}
        />
      ) : (
        <input type="hidden" name="measure_field" value="" />
      )}
    </div>
  );
}
