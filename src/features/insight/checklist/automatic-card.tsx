import { LinkButton } from '#ui/button.tsx';
import { countOf, money } from '#ui/format.ts';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import type { AutomaticMessage } from './automatic-messages.ts';
import classes from './shared/step-list.module.css';

interface AutomaticCardProps {
  institutionId: number;
  currency: string;
  messages: AutomaticMessage[];
}

/** The SMS that most schools begin with, one switch each. */
export function AutomaticCard({ institutionId, currency, messages }: AutomaticCardProps) {
  const { href } = useAddress();
  return (
    <Card
      title="Automatic messages"
      action={
        <LinkButton
          small
          tone="plain"
          href={href('/message-switches', { institution_id: institutionId })}
          aria-label="View all automatic messages"
        >
          View all
        </LinkButton>
      }
    >
      <div className={classes.page}>
        <p className={classes.note}>By SMS to guardians who receive SMS about the student.</p>
        {messages.map(({ event, label, isOn, parts, price }) => (
          <CheckboxField
            key={event}
            name={event}
            label={label}
            help={`${countOf(parts, 'part')}, ${price ? `${costOf(price, currency)} a message` : 'no price entered yet'}`}
            checked={isOn}
            onChange={() =>
              post(`/institutions/${institutionId}/checklist/messages`, { event, is_on: isOn ? '' : 'true' })
            }
          />
        ))}
      </div>
    </Card>
  );
}

const costOf = ({ from, to }: { from: number; to: number }, currency: string) =>
  from === to ? money(to, currency) : `${money(from, currency)} to ${money(to, currency)}`;
