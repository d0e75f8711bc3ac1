import { useState, type ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateText, DateTimeText } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import { pinStatuses, pinTypes, serialText, tryOutcomes } from '../pins.ts';
import type { pinPage } from '../pins.pages.ts';
import classes from '../shared/pins.module.css';

/** One pin and its way from the batch to what it opened. */
export default function PinPage({ pin }: PropsOf<typeof pinPage>) {
  const { href } = useAddress();
  const [act, setAct] = useState<'void' | 'replace' | null>(null);
  const { institutionId, can, tries } = pin;
  const time = (value: string | null) => value && <DateTimeText value={value} institutionId={institutionId} />;
  const name = serialText(pin.serial);
  const isGone = pin.isExpired && pin.status !== 'used' && pin.status !== 'void';
  return (
    <>
      <PageHeader
        title={`Pin ${name}`}
        description={`${pin.kind}, ${pinTypes[pin.type].toLowerCase()}`}
        breadcrumbs={[{ label: 'Pins', href: href('/pins') }]}
        badge={
          <Badge tone={pin.status === 'void' || isGone ? 'bad' : pin.status === 'used' ? 'info' : 'good'}>
            {isGone ? 'Expired' : pinStatuses[pin.status]}
          </Badge>
        }
        action={
          <>
            {can.replace && <Button onClick={() => setAct('replace')}>Replace</Button>}
            {can.void && <Button onClick={() => setAct('void')}>Void</Button>}
          </>
        }
      />
      <div className={classes.narrow}>
        <Card>
          <DescriptionList
            columns={2}
            items={[
              [
                'Batch',
                <Link key="batch" href={href(`/pin-batches/${pin.batchId}`)}>
                  Batch {pin.batchNumber}
                </Link>,
              ],
              ['Valid until', <DateText key="until" value={pin.expiresOn} />],
              ['Printed on a card', pin.isCard ? 'Yes' : 'No'],
              ['Last four digits', pin.lastFour],
              ['Seller', pin.seller],
              ['Sold', time(pin.soldAt)],
              [
                'Order',
                pin.orderId !== null && can.openOrder ? (
                  <Link key="order" href={href(`/pin_transactions/${pin.orderId}`)}>
                    Open order
                  </Link>
                ) : null,
              ],
              ['Used', time(pin.usedAt)],
              ...(pin.type === 'result' && pin.student
                ? [fact('Student', pin.student), fact('Views', `${pin.viewsUsed} of ${pin.views}`)]
                : []),
              ...(pin.voidedAt ? [fact('Voided by', pin.voidedBy), fact('Reason', pin.voidReason)] : []),
              ...(pin.replaces ? [pinLink('Replaces', pin.replaces, href)] : []),
              ...(pin.replacedBy ? [pinLink('Replaced by', pin.replacedBy, href)] : []),
            ]}
          />
        </Card>
        <Card title="Attempts" flush={tries.length > 0}>
          {tries.length === 0 ? (
            <p>No attempts with this serial number in the last 90 days.</p>
          ) : (
            <table className={classes.tries}>
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">Result</th>
                  <th scope="col">From</th>
                </tr>
              </thead>
              <tbody>
                {tries.map(({ at, outcome, address }, row) => (
                  <tr key={row}>
                    <td>{time(at)}</td>
                    <td>{tryOutcomes[outcome]}</td>
                    <td>{address}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Card>
      </div>
      <Dialog
        open={act !== null}
        onClose={() => setAct(null)}
        title={act === 'replace' ? `Replace ${name}` : `Void ${name}`}
      >
        <EditForm
          action={`/pins/${pin.id}/${act}`}
          isFinal
          submit={act === 'replace' ? 'Void and replace' : 'Void pin'}
          guard={false}
          onSuccess={() => setAct(null)}
        >
          <p>
            {act === 'replace'
              ? 'This pin stops working. A new one appears on the buyer’s page, where only the buyer can read it.'
              : 'This pin stops working. This can’t be undone.'}
          </p>
          <TextField name="reason" label="Reason" maxLength={300} />
        </EditForm>
      </Dialog>
    </>
  );
}

const pinLink = (
  label: string,
  { id, serial }: { id: number; serial: number },
  href: (path: string) => string,
): [string, ReactNode] => [
  label,
  <Link key="pin" href={href(`/pins/${id}`)}>
    {serialText(serial)}
  </Link>,
];
const fact = (label: string, value: string | null): [string, string | null] => [label, value];
