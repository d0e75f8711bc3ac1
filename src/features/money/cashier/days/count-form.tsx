import { useState } from 'react';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { Money } from '#ui/text.tsx';
import { money } from '#ui/format.ts';
import { countedCash } from './denominations.ts';
import type { DayRecord } from './day.queries.ts';
import classes from '#features/money/payments/shared/counter.module.css';

/** Counts the drawer at the end of a day, blind: notes and coins, slips, cheques. A recount says why. */
export function CountForm({ day, notes, again }: { day: DayRecord; notes: number[]; again?: boolean }) {
  const { currency } = day;
  const [pieces, setPieces] = useState<Record<string, number>>({});
  const cash = countedCash(pieces);
  return (
    <EditForm
      action={`/cashier-days/${day.id}/${again ? 'recount' : 'close'}`}
      submit={again ? 'Save recount' : 'Close day'}
    >
      <FormSection title="Cash" description="Count each note and coin in the drawer, the float included.">
        {notes.length === 0 ? (
          <MoneyField name="cash" label="Cash counted" currency={currency} />
        ) : (
          <div className={classes.pieces}>
            {notes.map((value) => (
              <Piece
                key={value}
                value={value}
                currency={currency}
                count={pieces[value] ?? 0}
                onChange={(count) => setPieces({ ...pieces, [value]: count })}
              />
            ))}
            <strong>Total</strong>
            <span />
            <output aria-live="polite">
              <strong>
                <Money minor={cash} currency={currency} />
              </strong>
            </output>
          </div>
        )}
      </FormSection>
      <FormSection
        title="Other channels"
        description="Add up the slips and cheques of the day. Enter 0 if there are none."
      >
        {day.channels
          .filter(({ channel }) => channel !== 'cash')
          .map((total) => (
            <MoneyField
              key={total.channel}
              name={total.channel}
              label={labels[total.channel as keyof typeof labels]}
              currency={currency}
            />
          ))}
      </FormSection>
      <FormSection title="Remark">
        <TextareaField
          name="remark"
          label={again ? 'Reason for the recount' : 'Remark'}
          optional={!again}
          rows={2}
          maxLength={500}
          help={again ? 'The first count stays beside it.' : 'What the bursar should know about the count.'}
        />
      </FormSection>
    </EditForm>
  );
}

const labels = { transfer: 'Transfers', pos: 'POS slips', cheque: 'Cheques' };

interface PieceProps {
  value: number;
  count: number;
  currency: string;
  onChange: (count: number) => void;
}

function Piece({ value, count, currency, onChange }: PieceProps) {
  const label = money(value, currency).replace(/\.00$/, '');
  return (
    <>
      <label htmlFor={`pieces-${value}`}>{label}</label>
      <input
        id={`pieces-${value}`}
        name={`pieces[n${value}]`}
        className={classes.control}
        type="number"
        min={0}
        step={1}
        inputMode="numeric"
        placeholder="0"
        onChange={(event) => onChange(Math.max(0, Math.trunc(Number(event.target.value) || 0)))}
      />
      <output>{count > 0 && <Money minor={value * count} currency={currency} />}</output>
    </>
  );
}
