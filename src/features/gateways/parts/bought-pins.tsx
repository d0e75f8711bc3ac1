import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import type { BuyerView } from '#features/orders/buyer/buyer-view.queries.ts';
import { secretText, serialText } from '#features/pins/pins.ts';
import classes from './order.module.css';

/** The pins of an order, to be typed, copied or followed into the form. */
export function BoughtPins({ order }: { order: BuyerView }) {
  if (order.pins.length === 0) return null;
  return (
    <Card title={order.pinName ?? 'Pins'}>
      <ul className={classes.pins}>
        {order.pins.map(({ serial, secret, lastFour, status, expiresOn }) => (
          <li key={serial} data-status={status}>
            <dl>
              <div>
                <dt>Serial number</dt>
                <dd>{serialText(serial)}</dd>
              </div>
              <div>
                <dt>Pin</dt>
                <dd>{secret ? secretText(secret) : `•••• •••• ${lastFour ?? '••••'}`}</dd>
              </div>
            </dl>
            <Secondary>
              {status === 'used' ? (
                'Used'
              ) : status === 'void' ? (
                'Void: replaced or refunded'
              ) : (
                <>
                  Valid until <DateText value={expiresOn} />
                </>
              )}
            </Secondary>
            {secret && order.pinType === 'registration' && order.formAddress && (
              <LinkButton small href={`${order.formAddress}#pin=${serialText(serial)}-${secret}`}>
                Use it in the application form
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
      {order.instructions && <p className={classes.note}>{order.instructions}</p>}
    </Card>
  );
}
