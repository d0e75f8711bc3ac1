import { Button, LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import type { PropsOf } from '#web/page.ts';
import type { checklistPage, AutomaticMessage } from './checklist.routes.ts';
import { StepList } from './shared/step-list.tsx';
import { countOf, money } from '#ui/format.ts';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';

/** All steps of setting up an institution, also when they are done or the list was dismissed. */
export default function ChecklistPage({
  institutionId,
  institutions,
  isDismissed,
  steps,
  currency,
  automatic,
}: PropsOf<typeof checklistPage>) {
  const left = steps.filter(({ isDone }) => !isDone).length;
  const change = isDismissed ? 'restore' : 'dismiss';
  return (
    <>
      <PageHeader
        title="Set-up"
        description={left === 0 ? 'Everything is done.' : `${steps.length - left} of ${steps.length} done`}
        action={
          left > 0 && (
            <Button onClick={() => post(`/institutions/${institutionId}/checklist/${change}`)}>
              {isDismissed ? 'Show on the home page' : 'Dismiss from the home page'}
            </Button>
          )
        }
      />
      <div className="stack">
        <InstitutionSwitch institutionId={institutionId} institutions={institutions} />
        <Card flush>
          <StepList institutionId={institutionId} steps={steps} />
        </Card>
        {automatic && <AutomaticCard institutionId={institutionId} currency={currency} messages={automatic} />}
      </div>
    </>
  );
}

interface AutomaticCardProps {
  institutionId: number;
  currency: string;
  messages: AutomaticMessage[];
}

/** The SMS that most schools begin with, one switch each. */
function AutomaticCard({ institutionId, currency, messages }: AutomaticCardProps) {
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
      <div className="stack">
        <p className="ink-2">By SMS to guardians who receive SMS about the student.</p>
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
