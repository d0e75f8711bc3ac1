import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { ownMessagesPage } from '../contact.pages.ts';
import { wishChannels } from './opt-out-labels.ts';
import classes from './wishes.module.css';

/** What I get, and news that I can refuse. */
export default function OwnMessagesPage({ schools }: PropsOf<typeof ownMessagesPage>) {
  return (
    <>
      <PageHeader title="My messages" description="Choose whether and how you get news." />
      {schools.length === 0 && (
        <EmptyState title="No number or e-mail address">
          Nothing can be sent to you. Ask the school office to add a number or address.
        </EmptyState>
      )}
      <div className={classes.own}>
        {schools.map(({ id, name, wishes }) => (
          <Card key={id} title={name}>
            <p>
              You always get important messages: receipts, fees due, absences, results and sign-in codes. News is
              everything else, such as events and greetings.
            </p>
            <ul className={classes.wishes}>
              {wishes.map(({ channel, address, hasMarketing, isBlocked }) => (
                <li key={channel + address}>
                  <div className={classes.channel}>
                    <strong>News by {wishChannels[channel]}</strong>
                    <Secondary>{address}</Secondary>
                  </div>
                  {isBlocked ? (
                    <Badge tone="bad">Nothing is sent: ask the office</Badge>
                  ) : (
                    <div className={classes.state}>
                      <Badge tone={hasMarketing ? 'good' : 'plain'}>{hasMarketing ? 'On' : 'Off'}</Badge>
                      <Button
                        small
                        aria-label={`Switch ${hasMarketing ? 'off' : 'on'} news by ${wishChannels[channel]} to ${address}`}
                        onClick={() =>
                          post('/account/messages', {
                            institution_id: String(id),
                            channel,
                            address,
                            wants: hasMarketing ? 'no' : 'yes',
                          })
                        }
                      >
                        Switch {hasMarketing ? 'off' : 'on'}
                      </Button>
                    </div>
                  )}
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </>
  );
}
