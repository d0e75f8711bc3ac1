import { useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { confirm } from '#ui/overlays/confirm.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { askThenPost } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { OnceShown } from '#ui/records/once-shown.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import { useRemote } from '#web/client/remote.ts';
import type { subscriptionPage } from '../calendar.routes.ts';
import classes from './subscription.module.css';

/** The secret address with which a phone or a calendar program shows one’s own dates. */
export default function SubscriptionPage({ feed }: PropsOf<typeof subscriptionPage>) {
  const { href } = useAddress();
  const { send, busy, message } = useRemote<{ address: string }>();
  const [address, setAddress] = useState<string | null>(null);
  const hasAddress = feed !== null || address !== null;
  const make = async () => {
    const isSure =
      !hasAddress ||
      (await confirm({
        title: 'Create a new address?',
        body: 'The old address stops working immediately. Add the new one to every phone and app that used it.',
        action: 'Create new address',
      }));
    if (!isSure) return;
    const answer = await send('POST', '/calendar/subscription');
    if (answer) setAddress(answer.json.address);
  };
  const end = () =>
    askThenPost('/calendar/subscription/end', {
      title: 'Remove the address?',
      body: 'Phones and apps that use it will no longer get your calendar.',
      action: 'Remove address',
      tone: 'bad',
    });
  return (
    <>
      <PageHeader
        title="Calendar on your phone"
        breadcrumbs={[{ label: 'Calendar', href: href('/calendar') }]}
        description="Your phone or calendar app shows your school dates and stays up to date."
      />
      <div className={classes.parts}>
        {address ? (
          <OnceShown
            title="Your secret address"
            text={address}
            note="Copy it now: it’s shown only once. Anyone with it can see your calendar, so don’t share it."
            done={
              <LinkButton external href={address.replace(/^https?:/, 'webcal:')}>
                Open in this device’s calendar
              </LinkButton>
            }
          />
        ) : (
          <Card title={feed ? 'You have an address' : 'No address yet'}>
            {feed ? (
              <p>
                Made on {dateText(feed.createdAt)}
                {feed.readAt ? (
                  <>
                    , last read by an app on <DateTimeText value={feed.readAt} />
                  </>
                ) : (
                  ', not read by any app yet'
                )}
                . The address isn’t stored, only a fingerprint of it. If you’ve lost it, create a new one.
              </p>
            ) : (
              <p>Create a secret address, then add it to your phone. It works without signing in.</p>
            )}
          </Card>
        )}
        {message && <p role="alert">{message}</p>}
        <p className="wrap">
          <Button tone={hasAddress ? 'quiet' : 'primary'} loading={busy} onClick={() => void make()}>
            {hasAddress ? 'Create a new address' : 'Create an address'}
          </Button>
          {hasAddress && (
            <Button tone="bad" onClick={() => void end()}>
              Remove address
            </Button>
          )}
        </p>
        <Card title="How to add it">
          <ul className={classes.steps}>
            <li>
              <b>iPhone:</b> Settings, Apps, Calendar, Calendar Accounts, Add Account, Other, Add Subscribed Calendar.
              Paste the address.
            </li>
            <li>
              <b>Android and Google Calendar:</b> on a computer open calendar.google.com, Other calendars, From URL.
              Paste the address. Google checks for changes once or twice a day.
            </li>
            <li>
              <b>Outlook and Thunderbird:</b> Add calendar, from the internet or On the Network. Paste the address.
            </li>
          </ul>
        </Card>
      </div>
    </>
  );
}
