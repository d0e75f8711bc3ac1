import { useState } from 'react';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { CheckboxField, NumberField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { Money } from '#ui/text.tsx';
import { saleChannels, type SaleChannel } from '../orders.ts';
import type { SellProps } from '../orders.pages.ts';
import classes from '../shared/sell.module.css';

/** What is sold and how it is paid; Enter takes the payment. */
export function SaleForm({ institutionId, currency, kinds, sellers }: SellProps) {
  const [how, setHow] = useState('slip');
  const [kindId, setKindId] = useState(String(kinds[0]!.id));
  const [quantity, setQuantity] = useState(1);
  const [channel, setChannel] = useState<SaleChannel>('cash');
  const kind = kinds.find(({ id }) => String(id) === kindId)!;
  return (
    <EditForm action="/pin-sales" submit="Sell and take payment" guard={false}>
      <input type="hidden" name="institution_id" value={institutionId} />
      <fieldset className={classes.channels}>
        <legend>The buyer gets</legend>
        {[
          ['slip', 'A printed slip'],
          ['cards', 'A printed card'],
        ].map(([value, label]) => (
          <label key={value}>
            <input type="radio" name="how" value={value} checked={how === value} onChange={() => setHow(value!)} />
            {label}
          </label>
        ))}
      </fieldset>
      {how === 'slip' ? (
        <>
          <SelectField
            name="kind_id"
            label="Type"
            placeholder={null}
            value={kindId}
            onChange={(event) => setKindId(event.target.value)}
            options={kinds.map(({ id, name, stock }) => ({
              value: String(id),
              label: stock === 0 ? `${name} (sold out)` : name,
            }))}
          />
          <NumberField
            name="quantity"
            label="How many"
            value={quantity}
            min={1}
            max={100}
            onChange={(event) => setQuantity(Number(event.target.value))}
          />
          <p className={classes.total} aria-live="polite">
            <span>To pay</span>
            <strong>
              <Money minor={kind.price * Math.max(0, Math.floor(quantity) || 0)} currency={currency} />
            </strong>
          </p>
        </>
      ) : (
        <>
          <TextField name="first_serial" label="Serial number" inputMode="numeric" maxLength={20} />
          <TextField
            name="last_serial"
            label="Last serial number"
            optional
            inputMode="numeric"
            maxLength={20}
            help="For several cards in a row. The price is that of their type."
          />
          {sellers.length > 0 && (
            <SelectField
              name="seller_id"
              label="Sold by"
              optional
              placeholder="This office"
              options={sellers.map(({ id, name }) => ({ value: String(id), label: name }))}
              help="A bank or agent that pays for the cards it has sold."
            />
          )}
        </>
      )}
      <fieldset className={classes.channels}>
        <legend>Paid by</legend>
        {Object.entries(saleChannels).map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="channel"
              value={value}
              checked={channel === value}
              onChange={() => setChannel(value as SaleChannel)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {channel !== 'cash' && (
        <>
          <TextField
            name="reference"
            label={channel === 'pos' ? 'Slip number' : 'Reference'}
            optional={channel === 'pos'}
            maxLength={100}
            autoComplete="off"
          />
          <CheckboxField name="reference_again" label="Different money with the same reference" />
        </>
      )}
      <TextField name="buyer_name" label="Buyer" optional maxLength={150} autoComplete="off" />
      <TextField
        name="buyer_phone"
        label="Phone"
        optional
        maxLength={30}
        autoComplete="off"
        help="The link to the pins is sent here as well."
      />
    </EditForm>
  );
}
