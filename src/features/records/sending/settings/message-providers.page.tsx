import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { WaitingChanges } from '#features/records/approvals/shared/waiting-changes.tsx';
import type { PropsOf } from '#web/page.ts';
import { ChannelCard } from './channel-card.tsx';
import { Budget, QuietHours } from './limits.tsx';
import { Prices } from './prices.tsx';
import type { messageProvidersPage } from '../sending.pages.ts';
import classes from './sending.module.css';

/** Who sends the messages of one institution. */
export default function MessageProvidersPage(settings: PropsOf<typeof messageProvidersPage>) {
  const { institutionId, institutions, channels } = settings;
  const hasWhatsApp =
    channels.some(({ channel, first }) => channel === 'whatsapp' && first) ||
    settings.networks.some(({ channel }) => channel === 'whatsapp');
  const on = channels.filter(({ first, second }) => first?.isOn || second?.isOn).map(({ label }) => label);
  return (
    <>
      <PageHeader
        title="Providers"
        description={
          on.length > 0
            ? `${on.join(', ')}: messages are sent.`
            : 'No provider is on: messages stay in the outbox, where they can be read.'
        }
      />
      <div key={institutionId} className={classes.settings}>
        <InstitutionSwitch institutionId={institutionId} institutions={institutions} />
        <WaitingChanges changes={settings.changes} />
        {channels.map((channel) => (
          <ChannelCard key={channel.channel} channel={channel} institutionId={institutionId} own={settings.own} />
        ))}
        <Prices {...settings} channel="sms" />
        {hasWhatsApp && <Prices {...settings} channel="whatsapp" />}
        <Budget {...settings} />
        <QuietHours {...settings} />
      </div>
    </>
  );
}
