import { useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Money } from '#ui/text.tsx';
import { OpenDayDialog } from '#features/money/cashier/shared/open-day-dialog.tsx';
import type { PropsOf } from '#web/page.ts';
import type { sellPage, SellProps } from '../orders.pages.ts';
import classes from '../shared/sell.module.css';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { CheckboxField, NumberField, TextField } from '#ui/forms/fields.tsx';
import { SelectField, ChoiceField } from '#ui/forms/select-field.tsx';
import { saleChannels, type SaleChannel } from '../orders.ts';

type Props = PropsOf<typeof sellPage>;

/** The cashier's screen for pins: what, how many, how it is paid. */
export default function SellPage(props: Props) {
  const { institutionId, institutions, currency, today, day, kinds } = props;
  const { href } = useAddress();
  const [isOpening, setOpening] = useState(day === null);
  return (
    <>
      <PageHeader
        title="Sell pins"
        action={day && <LinkButton href={href(`/cashier-days/${day.id}`)}>My session</LinkButton>}
      />
      <div className={classes.main} data-tour="pin-sale">
        {institutions.length > 1 && <InstitutionChoice institutionId={institutionId} institutions={institutions} />}
        {!day && (
          <p className={classes.notice}>
            <span>Your cashier session isn’t open.</span>
            <Button tone="primary" small onClick={() => setOpening(true)}>
              Open session
            </Button>
          </p>
        )}
        {day && day.day !== today && (
          <p className={classes.notice}>
            <span>
              Your session of <DateText value={day.day} /> is still open. Count and close it first.
            </span>
            <LinkButton small tone="primary" href={href(`/cashier-days/${day.id}`)}>
              Close it
            </LinkButton>
          </p>
        )}
        {kinds.length === 0 ? (
          <EmptyState title="No pins to sell">
            Ask the bursar to add a type of pin with its price, then have its pins made.
          </EmptyState>
        ) : (
          <Card>
            <SaleForm key={institutionId} {...props} />
          </Card>
        )}
      </div>
      <OpenDayDialog
        open={isOpening}
        institutionId={institutionId}
        currency={currency}
        onClose={() => setOpening(false)}
      />
    </>
  );
}

/** What is sold and how it is paid; Enter takes the payment. */
function SaleForm({ institutionId, currency, kinds, sellers }: SellProps) {
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
          <ChoiceField
            name="kind_id"
            label="Type"
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
              options={sellers}
              help="A bank or agent that pays for the cards it has sold."
            />
          )}
        </>
      )}
      <fieldset className={classes.channels}>
        <legend>Method</legend>
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
