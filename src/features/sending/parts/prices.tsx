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
import type { MessageProvidersProps, NetworkPrice } from '../sending.pages.ts';
import classes from './sending.module.css';

const blank: NetworkPrice = { network: '', prefixes: [], price: null };

/** What a part of an SMS costs with each network. */
export function Prices({ institutionId, currency, networks, gaps, isNigerian }: MessageProvidersProps) {
  const [edited, setEdited] = useState<NetworkPrice | null>(null);
  const of = { institution_id: String(institutionId) };
  return (
    <Card
      title="Prices of SMS"
      tour="message-prices"
      action={
        <Button small onClick={() => setEdited(blank)}>
          Add a network
        </Button>
      }
    >
      {networks.length === 0 && (
        <p className={classes.empty}>
          No prices yet, so nobody sees what a message costs before it is sent. Enter those of your contract.
        </p>
      )}
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
              <span>{money(one.price, currency)} a part</span>
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
      {isNigerian && networks.length === 0 && (
        <p className={classes.buttons}>
          <Button onClick={() => post('/message-providers/networks', of)}>Add the networks of Nigeria</Button>
        </p>
      )}
      {edited && (
        <Dialog open onClose={() => setEdited(null)} title={edited.network || 'Add a network'}>
          <EditForm action="/message-providers/prices" submit="Save price" onSuccess={() => setEdited(null)}>
            <input type="hidden" name="institution_id" value={institutionId} />
            <input type="hidden" name="was" value={edited.network} />
            <TextField name="network" label="Network" maxLength={40} defaultValue={edited.network} autoFocus />
            <TextareaField
              name="prefixes"
              label="Numbers begin with"
              optional
              rows={3}
              defaultValue={edited.prefixes.join(' ')}
              help="With the country, such as +234803. The longest beginning counts. Leave empty to remove the network."
            />
            <MoneyField
              {...{ name: 'price', label: 'Price of a part', currency, defaultValue: edited.price }}
              optional
            />
          </EditForm>
        </Dialog>
      )}
    </Card>
  );
}
