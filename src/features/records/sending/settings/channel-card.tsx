import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import type { ChannelSettings, MessageProvidersProps } from '../sending.pages.ts';
import { ProviderForm } from './provider-form.tsx';
import { ProviderState } from './provider-state.tsx';
import classes from './sending.module.css';

interface ChannelCardProps {
  channel: ChannelSettings;
  institutionId: number;
  own: MessageProvidersProps['own'];
}

/** One channel: its first provider, and the one that sends what the first can't. */
export function ChannelCard({ channel, institutionId, own }: ChannelCardProps) {
  const [editing, setEditing] = useState<1 | 2 | null>(null);
  const { first, second, label, kinds } = channel;
  const hasSecond = kinds.length > 1;
  const places = [
    { place: 1, saved: first },
    { place: 2, saved: second },
  ] as const;
  return (
    <Card title={label}>
      {places.map(({ place, saved }) =>
        editing === place ? (
          <ProviderForm
            key={place}
            channel={channel}
            institutionId={institutionId}
            place={place}
            saved={saved}
            taken={place === 1 ? second?.kind : first?.kind}
            onClose={() => setEditing(null)}
          />
        ) : (
          saved && (
            <ProviderState
              key={place}
              saved={saved}
              place={place}
              institutionId={institutionId}
              channel={channel}
              hasSecond={hasSecond}
              to={channel.channel === 'email' ? own.email : own.phone}
              onEdit={() => setEditing(place)}
            />
          )
        ),
      )}
      {editing === null && !first && (
        <>
          <p className={classes.empty}>No provider yet: these messages stay in the outbox.</p>
          <p className={classes.buttons}>
            <Button onClick={() => setEditing(1)}>Set up a provider</Button>
          </p>
        </>
      )}
      {editing === null && first && !second && hasSecond && (
        <p className={classes.buttons}>
          <Button onClick={() => setEditing(2)}>Add a second provider</Button>
        </p>
      )}
    </Card>
  );
}
