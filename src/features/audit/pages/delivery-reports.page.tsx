import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { confirm } from '#ui/overlays/confirm.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { DateTimeText } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useRemote } from '#web/client/remote.ts';
import type { PropsOf } from '#web/page.ts';
import type { deliveryPage } from '../audit.pages.ts';
import classes from '../parts/audit-log.module.css';

type Props = PropsOf<typeof deliveryPage>;

export default function DeliveryReportsPage({ rows, origin, header }: Props) {
  const address = useAddress();
  return (
    <>
      <PageHeader
        title="Delivery reports"
        breadcrumbs={[{ label: 'Outbox', href: address.href('/outbox') }]}
        description="Your SMS or e-mail provider reports here whether each message was delivered. Give it the address and the secret below."
      />
      {rows.map((row) => (
        <Institution key={row.id} {...{ row, origin, header }} />
      ))}
    </>
  );
}

function Institution({ row, origin, header }: { row: Props['rows'][number] } & Pick<Props, 'origin' | 'header'>) {
  const { send, busy, message } = useRemote<{ secret: string }>();
  const [secret, setSecret] = useState<string | null>(null);
  const [isCreated, setCreated] = useState(row.since !== null);
  const request = async (path: string) => {
    const answer = await send('post', `/institutions/${row.id}/${path}`);
    if (!answer) return;
    setSecret(answer.json.secret);
    setCreated(true);
  };
  const replace = async () => {
    const isSure =
      !isCreated ||
      (await confirm({
        title: 'Replace the secret?',
        body: 'The provider must sign with the new secret within 24 hours. After that, reports signed with the old one are refused.',
        action: 'Replace secret',
        tone: 'bad',
      }));
    if (isSure) await request('delivery-secret');
  };
  const state = row.since ? (
    <>
      Created <DateTimeText value={row.since} />
      {row.previousUntil && (
        <>
          . The old secret works until <DateTimeText value={row.previousUntil} />
        </>
      )}
    </>
  ) : (
    'Not created. Reports are refused until you create one.'
  );
  return (
    <Card title={row.name}>
      <DescriptionList
        items={[
          ['Address', <code key="address">{`${origin}/hooks/${row.id}/delivery-reports`}</code>],
          ['Signature', `HMAC-SHA512 of the body in hex, in the header ${header}`],
          ['Secret', secret ? <code key="secret">{secret}</code> : state],
        ]}
      />
      {message && <p role="alert">{message}</p>}
      <div className={classes.buttons}>
        {isCreated && !secret && (
          <Button loading={busy} onClick={() => void request('delivery-secret/show')}>
            Show secret
          </Button>
        )}
        <Button loading={busy} onClick={() => void replace()}>
          {isCreated ? 'Replace secret' : 'Create secret'}
        </Button>
      </div>
    </Card>
  );
}
