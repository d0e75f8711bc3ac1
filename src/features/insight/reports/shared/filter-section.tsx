import { Button, IconButton } from '#ui/button.tsx';
import { IconPlus, IconX } from '#ui/icons.tsx';
import type { OfferedField, OfferedSubject } from '../design/offer.ts';
import { newId, type Draft, type GroupDraft, type RuleDraft } from './draft.ts';
import classes from './rules.module.css';
import { SelectBoxField } from '#ui/fields/select-box.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { operators, operatorsOf, valuesOf, type Operator } from '../engine/operators.ts';
import { ValueField } from './value-field.tsx';

interface FilterSectionProps {
  draft: Pick<Draft, 'joined' | 'groups'>;
  offer: OfferedSubject;
  fields: ReadonlyMap<string, OfferedField>;
  closed: Record<string, string>;
  institutionId: number;
  currency: string;
  onChange: (values: Partial<Pick<Draft, 'joined' | 'groups'>>) => void;
}

const newRule = (): RuleDraft => ({ id: newId(), field: '', operator: 'is', values: [], ask: false, chosen: [] });
const newGroup = (): GroupDraft => ({ id: newId(), joined: 'and', rules: [newRule()] });

/** Filters as sentences, in groups that are joined by and / or. */
export function FilterSection({ draft, onChange, ...props }: FilterSectionProps) {
  const { groups, joined } = draft;
  const put = (group: GroupDraft) => onChange({ groups: groups.map((one) => (one.id === group.id ? group : one)) });
  const numbers = new Map(groups.flatMap(({ rules }) => rules).map(({ id }, at) => [id, at + 1]));
  const removeRule = (group: GroupDraft, id: number) => {
    const rules = group.rules.filter((rule) => rule.id !== id);
    if (rules.length) put({ ...group, rules });
    else onChange({ groups: groups.filter((one) => one.id !== group.id) });
  };
  return (
    <div className={classes.filters}>
      {groups.length === 0 && <p className="ink-3">All {props.offer.label.toLowerCase()} that you can see.</p>}
      {groups.map((group, at) => (
        <div key={group.id}>
          {at > 0 && (
            <Joined label={`Join group ${at + 1}`} value={joined} onChange={(next) => onChange({ joined: next })} />
          )}
          <div
            role="group"
            aria-label={groups.length > 1 ? `Filter group ${at + 1}` : 'Filters'}
            className={groups.length > 1 ? classes.group : undefined}
          >
            <ul className={classes.rules}>
              {group.rules.map((rule) => (
                <RuleRow
                  key={rule.id}
                  {...props}
                  rule={rule}
                  number={numbers.get(rule.id)!}
                  closed={props.closed[rule.field]}
                  onChange={(values) =>
                    put({ ...group, rules: group.rules.map((one) => (one === rule ? { ...one, ...values } : one)) })
                  }
                  onRemove={() => removeRule(group, rule.id)}
                />
              ))}
            </ul>
            <div className={classes.add}>
              {group.rules.length > 1 && (
                <Joined
                  label={groups.length > 1 ? `Join filters of group ${at + 1}` : 'Join filters'}
                  value={group.joined}
                  onChange={(next) => put({ ...group, joined: next })}
                />
              )}
              <Button
                small
                tone="plain"
                icon={<IconPlus size={16} />}
                onClick={() => put({ ...group, rules: [...group.rules, newRule()] })}
              >
                Add filter
              </Button>
            </div>
          </div>
        </div>
      ))}
      <div className={classes.add}>
        <Button small icon={<IconPlus size={16} />} onClick={() => onChange({ groups: [...groups, newGroup()] })}>
          {groups.length === 0 ? 'Add filter' : 'Add filter group'}
        </Button>
      </div>
    </div>
  );
}

interface JoinedProps {
  label: string;
  value: 'and' | 'or';
  onChange: (value: 'and' | 'or') => void;
}

/** Whether all of several must be met, or any. */
function Joined({ label, value, onChange }: JoinedProps) {
  return (
    <select
      className={classes.joined}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value as 'and' | 'or')}
    >
      <option value="and">and: all must match</option>
      <option value="or">or: any can match</option>
    </select>
  );
}

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
function RuleRow(props: RuleRowProps) {
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
          {closed} {operators[operator]} … You don’t have access to this filter. It stays unless you remove it.
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
          <ChoiceField
            name={`filter_${number}_comparison`}
            label={`${named}: comparison`}
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
