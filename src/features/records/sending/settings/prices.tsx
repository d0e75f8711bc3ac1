import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField, TextField } from '#ui/forms/fields.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { money } from '#ui/format.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import type { MessageProvidersProps, NetworkPrice, PricedChannel, PriceGap } from '../sending.pages.ts';
import classes from './sending.module.css';

/** How the prices of a channel are spoken of. */
const words = {
  sms: {
    title: 'SMS prices',
    add: 'Add a network',
    name: 'Network',
    price: 'Price of a part',
    per: 'a part',
    none: 'No prices yet, so messages don’t show their cost before they’re sent. Enter the prices in your contract.',
    prefixes:
      'Include the country code, such as +234803. The longest matching prefix applies. Other numbers in the country cost as much as its most expensive network; numbers in countries without a price get no SMS. Leave empty to remove the network.',
    nameHelp: undefined,
    tour: 'message-prices',
  },
  whatsapp: {
    title: 'WhatsApp prices',
    add: 'Add a price',
    name: 'Name',
    price: 'Price of a message',
    per: 'a message',
    none: 'No prices yet: WhatsApp messages show “Not priced”, and the provider’s charges don’t count towards the budget.',
    prefixes:
      'Include the country code, such as +234. The longest matching prefix applies. Once a price is entered, numbers in other countries get no WhatsApp messages. Leave empty to remove the price.',
    nameHelp: 'For example the country.',
    tour: undefined,
  },
};

/** What a part of an SMS costs with each network, or a message by WhatsApp in each country. */
export function Prices({ channel, ...settings }: MessageProvidersProps & { channel: PricedChannel }) {
  const { institutionId, currency, isNigerian } = settings;
  const [networks, gaps] = [settings.networks, settings.gaps].map((rows) =>
    rows.filter((one) => one.channel === channel),
  ) as [NetworkPrice[], PriceGap[]];
  const [edited, setEdited] = useState<NetworkPrice | null>(null);
  const word = words[channel];
  const of = { institution_id: String(institutionId) };
  return (
    <Card
      title={word.title}
      tour={word.tour}
      action={
        <Button small onClick={() => setEdited({ channel, network: '', prefixes: [], price: null })}>
          {word.add}
        </Button>
      }
    >
      {networks.length === 0 && <p className={classes.empty}>{word.none}</p>}
      <ul className={classes.networks}>
        {networks.map((one) => (
          <li key={one.network}>
            <span>
              <b>{one.network}</b>
              <small>{one.prefixes.join(' ')}</small>
            </span>
            {one.price === null ? (
              <Badge tone="gold">No price</Badge>
            ) : (
              <span>
                {money(one.price, currency)} {word.per}
              </span>
            )}
            <Button small onClick={() => setEdited(one)}>
              Change<span className="visually-hidden"> {one.network}</span>
            </Button>
          </li>
        ))}
      </ul>
      {gaps.length > 0 && (
        <p className={classes.note}>
          Recent messages without a price: {gaps.map(({ prefix, count }) => `${count} to ${prefix}…`).join(', ')}
        </p>
      )}
      {channel === 'sms' && isNigerian && networks.length === 0 && (
        <p className={classes.buttons}>
          <Button onClick={() => post('/message-providers/networks', of)}>Add Nigerian networks</Button>
          <small>Numbers in other countries then get no SMS until you add a price for their country.</small>
        </p>
      )}
      {edited && (
        <Dialog open onClose={() => setEdited(null)} title={edited.network || word.add}>
          <EditForm action="/message-providers/prices" submit="Save price" onSuccess={() => setEdited(null)}>
            <input type="hidden" name="institution_id" value={institutionId} />
            <input type="hidden" name="channel" value={channel} />
            <input type="hidden" name="was" value={edited.network} />
            <TextField
              name="network"
              label={word.name}
              help={word.nameHelp}
              maxLength={40}
              defaultValue={edited.network}
              autoFocus
            />
            <TextareaField
              name="prefixes"
              label="Number prefixes"
              optional
              rows={3}
              defaultValue={edited.prefixes.join(' ')}
              help={word.prefixes}
            />
            <MoneyField name="price" label={word.price} currency={currency} defaultValue={edited.price} optional />
          </EditForm>
        </Dialog>
      )}
    </Card>
  );
}
