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
import type { webhookSecretsPage } from './delivery.routes.ts';
import classes from './audit-log.module.css';
import type { OwnMachine, WebhookSecret } from './webhook-secrets.ts';

type Props = PropsOf<typeof webhookSecretsPage>;

/** Signed by programs of the school’s own. All others carry their secret in the address. */
const signed: readonly OwnMachine[] = ['delivery-reports', 'incoming-messages'];
const words: Record<OwnMachine, string> = {
  'delivery-reports': 'Delivery reports of your own program',
  'incoming-messages': 'Incoming texts of your own program',
  'message-africastalking': 'Africa’s Talking: delivery reports',
  'incoming-africastalking': 'Africa’s Talking: incoming texts',
  'message-http': 'Another provider: delivery reports',
  'message-smtp': 'Returned e-mails',
};

export default function WebhookSecretsPage({ rows, origin, header }: Props) {
  const address = useAddress();
  return (
    <>
      <PageHeader
        title="Webhook secrets"
        breadcrumbs={[{ label: 'Outbox', href: address.href('/outbox') }]}
        description="Providers and your own programs send delivery reports and incoming texts here. An owner creates a secret, which is shown once."
      />
      <div className={classes.webhooks}>
        {rows.map(({ id, name, canReplace, secrets }) =>
          secrets.map((one) => (
            <Webhook
              key={`${id} ${one.machine}`}
              institutionId={id}
              one={one}
              canReplace={canReplace}
              origin={origin}
              header={header}
              title={rows.length > 1 ? `${words[one.machine]} · ${name}` : words[one.machine]}
            />
          )),
        )}
      </div>
    </>
  );
}

interface WebhookProps extends Pick<Props, 'origin' | 'header'> {
  institutionId: number;
  one: WebhookSecret;
  canReplace: boolean;
  title: string;
}

function Webhook({ institutionId, one, canReplace, title, origin, header }: WebhookProps) {
  const { machine, since, previousUntil } = one;
  const { send, busy, message } = useRemote<{ secret: string }>();
  const [secret, setSecret] = useState<string | null>(null);
  const isCreated = since !== null || secret !== null;
  const replace = async () => {
    const isSure =
      !isCreated ||
      (await confirm({
        title: 'Replace the secret?',
        body: 'Enter the new one at the provider within 24 hours. After that, requests with the old one are refused.',
        action: 'Replace secret',
        tone: 'bad',
      }));
    const answer = isSure && (await send('post', `/institutions/${institutionId}/webhook-secret`, { machine }));
    if (answer) setSecret(answer.json.secret);
  };
  const isSigned = signed.includes(machine);
  const address = `${origin}/hooks/${institutionId}/${machine}`;
  const state = since ? (
    <>
      Created <DateTimeText value={since} />
      {previousUntil && (
        <>
          . The old secret works until <DateTimeText value={previousUntil} />
        </>
      )}
    </>
  ) : (
    'Not created. Requests are refused until it is.'
  );
  return (
    <Card title={title}>
      <DescriptionList
        items={[
          [
            'Address',
            <code key="address">
              {!isSigned && secret ? `${address}?secret=${encodeURIComponent(secret)}` : address}
            </code>,
          ],
          ...(isSigned
            ? [['Signature', `HMAC-SHA512 of the body in hex, in the header ${header}`] as [string, string]]
            : []),
          [
            'Secret',
            secret ? (
              isSigned ? (
                <code key="secret">{secret}</code>
              ) : (
                'In the address. Copy it now: it is not shown again.'
              )
            ) : (
              state
            ),
          ],
        ]}
      />
      {message && <p role="alert">{message}</p>}
      {canReplace ? (
        <div className={classes.buttons}>
          <Button loading={busy} onClick={() => void replace()}>
            {isCreated ? 'Replace secret' : 'Create secret'}
          </Button>
        </div>
      ) : (
        <p>An owner creates the secret.</p>
      )}
    </Card>
  );
}
