import { IconButton } from '#ui/button.tsx';
import { SelectBoxField } from '#ui/fields/select-box.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { IconX } from '#ui/icons.tsx';
import type { OfferedField, OfferedSubject } from '../design/offer.ts';
import { operators, operatorsOf, valuesOf, type Operator } from '../engine/operators.ts';
import type { RuleDraft } from './draft.ts';
import classes from './rules.module.css';
import { ValueField } from './value-field.tsx';

interface RuleRowProps {
  /** Its number on the screen, from 1. */
  number: number;
  rule: RuleDraft;
  offer: OfferedSubject;
  fields: ReadonlyMap<string, OfferedField>;
  /** The label of a field that the editor can’t see. */
  closed: string | undefined;
  institutionId: number;
  currency: string;
  onChange: (values: Partial<RuleDraft>) => void;
  onRemove: () => void;
}

/** A filter as a sentence: field, comparison, value. */
export function RuleRow(props: RuleRowProps) {
  const { number, rule, offer, fields, closed, institutionId, currency, onChange, onRemove } = props;
  const { field: key, operator, values, ask } = rule;
  const field = fields.get(key);
  const named = `Filter ${number}`;
  const remove = (
    <span className={classes.remove}>
      <IconButton small label={`Remove filter ${number}`} onClick={onRemove}>
        <IconX size={16} />
      </IconButton>
    </span>
  );
  if (closed)
    return (
      <li className={classes.rule}>
        <p className={classes.closed}>
          {closed} {operators[operator]} … You don’t have access to this filter. It stays as it is unless you remove it.
        </p>
        {remove}
      </li>
    );
  return (
    <li className={classes.rule} data-rule={rule.id}>
      <SelectBoxField
        name={`filter_${number}_field`}
        label={`${named}: field`}
        groups={offer.groups.map((group) => ({ label: group.label, options: filterable(group.fields) }))}
        value={key}
        onChange={(next) => onChange(startOf(fields.get(next)))}
      />
      {field && (
        <>
          <SelectField
            name={`filter_${number}_comparison`}
            label={`${named}: comparison`}
            placeholder={null}
            value={operator}
            options={operatorsOf[field.type].map((one) => ({ value: one, label: operators[one] }))}
            onChange={(event) => onChange(compared(rule, event.target.value as Operator))}
          />
          <ValueField
            name={`filter_${number}_value`}
            label={`${named}: value`}
            field={field}
            operator={operator}
            values={values}
            chosen={rule.chosen}
            currency={currency}
            optional={ask}
            search={`/reports/choices?institution_id=${institutionId}&subject=${offer.name}&field=${key}`}
            onChange={(next, chosen) => onChange({ values: next, chosen })}
          />
          {valuesOf(operator) !== 'none' && (
            <div className={classes.ask}>
              <CheckboxField
                name={`filter_${number}_ask`}
                label="Ask when run"
                aria-label={`${named}: ask when run`}
                checked={ask}
                onChange={(event) => onChange({ ask: event.target.checked })}
              />
            </div>
          )}
        </>
      )}
      {remove}
    </li>
  );
}

const filterable = (fields: OfferedField[]) =>
  fields
    .filter(({ isOnlyShown, type }) => !isOnlyShown || type === 'photo')
    .map(({ key, label }) => ({ value: key, label }));

/** A filter by another field starts with its first comparison. */
const startOf = (field: OfferedField | undefined): Partial<RuleDraft> =>
  field ? { field: field.key, operator: operatorsOf[field.type][0]!, values: [], chosen: [] } : { field: '' };

/** Values stay where the other comparison takes the same. */
function compared({ operator, values, chosen, ask }: RuleDraft, next: Operator): Partial<RuleDraft> {
  const isDays = (one: Operator) => one.endsWith('_days');
  const isSame = valuesOf(operator) === valuesOf(next) && isDays(operator) === isDays(next);
  return {
    operator: next,
    ...(isSame ? { values, chosen } : { values: [], chosen: [] }),
    ask: ask && valuesOf(next) !== 'none',
  };
}
