import { Button, IconButton } from '#ui/button.tsx';
import { CheckboxField, NumberField } from '#ui/forms/fields.tsx';
import { SelectField, ChoiceField } from '#ui/forms/select-field.tsx';
import { IconPlus, IconX } from '#ui/icons.tsx';
import type { OfferedSubject } from './offer.ts';
import type { Draft } from '../shared/draft.ts';
import classes from '../shared/design.module.css';

interface OrderSectionProps {
  draft: Draft;
  offer: OfferedSubject;
  onChange: (values: Partial<Draft>) => void;
}

const mostSorts = 5;

/** The order of rows, their groups with subtotals, and which of them are shown. */
export function OrderSection({ draft, offer, onChange }: OrderSectionProps) {
  const { sort, group, totals, distinct, limit } = draft;
  const groups = offer.groups.map(({ label, fields }) => ({
    label,
    options: fields.filter(({ isOnlyShown }) => !isOnlyShown).map((one) => ({ value: one.key, label: one.label })),
  }));
  const put = (at: number, values: Partial<Draft['sort'][number]>) =>
    onChange({ sort: sort.map((one, place) => (place === at ? { ...one, ...values } : one)) });
  return (
    <div className={classes.order}>
      <SelectField
        name="group_by_choice"
        label="Group by"
        help="A heading and a subtotal for each value."
        optional
        placeholder="No groups"
        value={group}
        groups={groups}
        onChange={(event) => onChange({ group: event.target.value })}
      />
      <fieldset className={classes.sorts}>
        <legend>Sort by</legend>
        {sort.length === 0 && <p className="fine ink-3">Sorted by name unless you choose another order.</p>}
        {sort.map(({ field, descending }, at) => (
          <div key={at} className={classes.sort}>
            <SelectField
              name={`sort_${at + 1}`}
              label={`Sort ${at + 1}`}
              value={field}
              groups={groups}
              onChange={(event) => put(at, { field: event.target.value })}
            />
            <ChoiceField
              name={`sort_${at + 1}_direction`}
              label={`Direction ${at + 1}`}
              value={descending ? 'down' : 'up'}
              options={[
                { value: 'up', label: 'A to Z, lowest first' },
                { value: 'down', label: 'Z to A, highest first' },
              ]}
              onChange={(event) => put(at, { descending: event.target.value === 'down' })}
            />
            <IconButton
              small
              label={`Remove sort ${at + 1}`}
              onClick={() => onChange({ sort: sort.filter((_, place) => place !== at) })}
            >
              <IconX size={16} />
            </IconButton>
          </div>
        ))}
        {sort.length < mostSorts && (
          <Button
            small
            tone="plain"
            icon={<IconPlus size={16} />}
            onClick={() => onChange({ sort: [...sort, { field: '', descending: false }] })}
          >
            Add sort
          </Button>
        )}
      </fieldset>
      <div className={classes.options}>
        <CheckboxField
          name="totals_choice"
          label="Totals row"
          checked={totals}
          onChange={(event) => onChange({ totals: event.target.checked })}
        />
        <CheckboxField
          name="distinct_choice"
          label="Remove duplicate rows"
          checked={distinct}
          onChange={(event) => onChange({ distinct: event.target.checked })}
        />
        <NumberField
          name="limit_choice"
          label="Maximum rows"
          optional
          min={1}
          max={1_000_000}
          step={1}
          value={limit}
          onChange={(event) => onChange({ limit: event.target.value })}
        />
      </div>
    </div>
  );
}
