import { Link } from '#ui/link.tsx';
import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { askThenPost, post } from '#ui/post.ts';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { ChannelSettings, SavedProvider } from '../sending.pages.ts';
import classes from './sending.module.css';

interface ProviderStateProps {
  saved: SavedProvider;
  place: 1 | 2;
  institutionId: number;
  channel: ChannelSettings;
  hasSecond: boolean;
  to: string;
  onEdit: () => void;
}

/** A provider that is set up: on or off, its balance, and what can be done with it. */
export function ProviderState({ saved, place, institutionId, channel, hasSecond, to, onEdit }: ProviderStateProps) {
  const [isTesting, setTesting] = useState(false);
  const { href } = useAddress();
  const form = channel.kinds.find(({ kind }) => kind === saved.kind)!;
  const of = { institution_id: String(institutionId), provider_id: String(saved.id) };
  const turn = () =>
    askThenPost(
      '/message-providers/switch',
      saved.isOn
        ? {
            title: `Switch ${form.label} off?`,
            body: `Without another provider, these messages stay in the outbox, including those already waiting.`,
            action: 'Switch off',
          }
        : {
            title: `Switch ${form.label} on?`,
            body: `From now on, messages are sent through it and may cost money. Messages already in the outbox stay there.`,
            action: 'Switch on',
            tone: 'primary',
          },
      { ...of, is_on: saved.isOn ? '' : 'true' },
    );
  return (
    <section className={classes.provider}>
      <header className={classes.head}>
        <h3>
          {form.label}
          {hasSecond && <small>{place === 1 ? 'First' : 'Second'}</small>}
        </h3>
        <Badge tone={saved.isOn ? 'good' : 'plain'}>{saved.isOn ? 'On' : 'Off'}</Badge>
      </header>
      <DescriptionList
        items={[
          ...form.fields.flatMap(({ name, label, choices, isLong }): [string, string][] =>
            saved.shown[name] && !isLong ? [[label, choices?.[saved.shown[name]] ?? saved.shown[name]]] : [],
          ),
          ['At most', `${saved.perSecond} per second`],
          [
            'Webhook address',
            <span key="webhook">
              <code className={classes.code}>{saved.webhook}</code>
              {saved.hasSecretInAddress && (
                <>
                  {' '}
                  with its secret, which an owner creates under{' '}
                  <Link href={href('/outbox/webhook-secrets')}>Webhook secrets</Link>
                </>
              )}
            </span>,
          ],
          ...(form.hasBalance ? [['Balance', <Balance key="balance" {...saved} />] as [string, React.ReactNode]] : []),
          [
            'Settings',
            <span key="saved">
              Saved <DateTimeText value={saved.savedAt} />
              {saved.testedAt && (
                <>
                  . Tested <DateTimeText value={saved.testedAt} />
                </>
              )}
            </span>,
          ],
        ]}
      />
      <p className={classes.buttons}>
        <Button tone={saved.isOn ? 'bad' : 'primary'} onClick={() => void turn()}>
          {saved.isOn ? 'Switch off' : 'Switch on'}
        </Button>
        <Button onClick={() => setTesting(true)}>Send a test</Button>
        {form.hasBalance && <Button onClick={() => post('/message-providers/balance', of)}>Check balance</Button>}
        <Button onClick={onEdit}>Change settings</Button>
      </p>
      <Dialog open={isTesting} onClose={() => setTesting(false)} title={`Test ${form.label}`}>
        <p>Sends one short message through {form.label}, at the price of a message.</p>
        <EditForm action="/message-providers/test" submit="Send a test" onSuccess={() => setTesting(false)}>
          <input type="hidden" name="institution_id" value={institutionId} />
          <input type="hidden" name="provider_id" value={saved.id} />
          <TextField
            name="to"
            label={channel.channel === 'email' ? 'Your e-mail address' : 'Your number'}
            type={channel.channel === 'email' ? 'email' : 'tel'}
            defaultValue={to}
            autoFocus
          />
        </EditForm>
      </Dialog>
    </section>
  );
}

function Balance({ balance, balanceUnit, balanceAt, balanceTrouble, isLow }: SavedProvider) {
  const amount = balance === null ? null : Number(balance).toLocaleString('en-GB', { minimumFractionDigits: 2 });
  return (
    <>
      {amount === null ? (
        'Not checked yet'
      ) : (
        <>
          {amount} {balanceUnit}, <DateTimeText value={balanceAt} />{' '}
        </>
      )}
      {isLow && <Badge tone="gold">Low</Badge>}
      {balanceTrouble && <span className={classes.trouble}>{balanceTrouble}</span>}
    </>
  );
}
