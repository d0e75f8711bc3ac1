import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { CheckboxField, PasswordField, TextField } from '#ui/forms/fields.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { askThenPost, post } from '#ui/post.ts';
import { WaitingChanges } from '#features/records/approvals/shared/waiting-changes.tsx';
import type { PropsOf } from '#web/page.ts';
import type { gatewaySettingsPage, ProviderSettings } from '../gateways.pages.ts';
import classes from '../shared/fees.module.css';
import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateTimeText } from '#ui/text.tsx';

type Props = PropsOf<typeof gatewaySettingsPage>;

/** How families of one institution pay online. */
export default function GatewaySettingsPage(settings: Props) {
  const { institutionId, institutions, providers, enabled } = settings;
  const inUse = providers.find(({ provider }) => provider === enabled);
  return (
    <>
      <PageHeader
        title="Payment gateways"
        description={
          inUse
            ? `Families pay online through ${inUse.label} (${inUse.mode === 'live' ? 'live' : 'test'}).`
            : 'Online payment is off. Save the keys of a provider and switch it on.'
        }
      />
      <div key={institutionId} className={classes.settings}>
        <InstitutionSwitch institutionId={institutionId} institutions={institutions} />
        <WaitingChanges changes={settings.changes} />
        {providers
          .filter(({ provider }) => provider !== 'test' || settings.isDemonstration || enabled === 'test')
          .map((provider) => (
            <ProviderCard
              key={provider.provider}
              provider={provider}
              institutionId={institutionId}
              isEnabled={provider.provider === enabled}
            />
          ))}
        <Terms {...settings} />
        <Demonstration {...settings} />
      </div>
    </>
  );
}

function Terms({ institutionId, minimum, currency, givesAccounts }: Props) {
  return (
    <Card title="What families can do">
      <EditForm action="/payment-gateways/terms" submit="Save">
        <input type="hidden" name="institution_id" value={institutionId} />
        <MoneyField
          name="minimum"
          label="Minimum payment"
          currency={currency}
          defaultValue={minimum}
          help="Families who owe less can pay all of it."
        />
        <CheckboxField
          name="gives_accounts"
          label="Bank accounts for students"
          defaultChecked={givesAccounts}
          help="Families can request a bank account for each child (Paystack). A transfer into it pays that child’s fees, the oldest first."
        />
      </EditForm>
    </Card>
  );
}

function Demonstration({ institutionId, isDemonstration }: Props) {
  const change = () =>
    askThenPost(
      '/payment-gateways/demonstration',
      {
        title: isDemonstration ? 'End the demonstration?' : 'Use this institution as a demonstration?',
        body: isDemonstration
          ? 'From then on only real payments are taken.'
          : 'Its books then hold test data: test payments are entered in them, and real online payments are refused. Once there are test payments, this can’t be undone.',
        action: isDemonstration ? 'End demonstration' : 'Use as demonstration',
      },
      { institution_id: String(institutionId), is_demonstration: isDemonstration ? '' : 'true' },
    );
  return (
    <Card title="Demonstration">
      <p>
        {isDemonstration
          ? 'This institution is a demonstration: it takes test payments only.'
          : 'Test payments are only taken by an institution that is marked as a demonstration and has taken no real money.'}
      </p>
      <p className={classes.buttons}>
        <Button onClick={() => void change()}>{isDemonstration ? 'End demonstration' : 'Use as demonstration'}</Button>
      </p>
    </Card>
  );
}

interface ProviderCardProps {
  provider: ProviderSettings;
  institutionId: number;
  isEnabled: boolean;
}

/** One provider: its keys, its mode, where it sends its events, and whether families pay through it. */
function ProviderCard({ provider, institutionId, isEnabled }: ProviderCardProps) {
  const { provider: name, label, fields, isSaved, mode } = provider;
  const [isEditing, setEditing] = useState(!isSaved && fields.length > 0);
  const of = { institution_id: String(institutionId) };
  const turn = () =>
    askThenPost(
      '/payment-gateways/enable',
      isEnabled
        ? {
            title: `Switch ${label} off?`,
            body: 'Families can’t pay online until you switch on a gateway. Payments under way are still credited.',
            action: 'Switch off',
          }
        : {
            title: `Switch ${label} on?`,
            body: `Families pay through ${label}${mode === 'live' ? ' with real money' : ' in test mode'}.`,
            action: 'Switch on',
            tone: 'primary',
          },
      { ...of, provider: isEnabled ? '' : name },
    );
  return (
    <Card
      title={label}
      action={
        <span className="wrap">
          {mode && <Badge tone={mode === 'live' ? 'good' : 'gold'}>{mode === 'live' ? 'Live' : 'Test'}</Badge>}
          <Badge tone={isEnabled ? 'info' : 'plain'}>{isEnabled ? 'On' : 'Off'}</Badge>
        </span>
      }
    >
      {isEditing ? (
        <EditForm action="/payment-gateways/keys" submit="Save keys" onSuccess={() => setEditing(false)}>
          <input type="hidden" name="institution_id" value={institutionId} />
          <input type="hidden" name="provider" value={name} />
          {fields.map((field) => {
            const Input = field.isSecret ? PasswordField : TextField;
            return (
              <Input
                key={field.name}
                name={field.name}
                label={field.label}
                optional={isSaved || !field.isRequired}
                defaultValue={field.value}
                autoComplete="off"
                help={isSaved && field.isSecret ? `${field.hint} Leave empty to keep the saved one.` : field.hint}
              />
            );
          })}
        </EditForm>
      ) : (
        <>
          <DescriptionList
            items={[
              [
                'Webhook address',
                <code key="webhook" className={classes.code}>
                  {provider.webhook}
                </code>,
              ],
              ['Keys', isSaved ? <Saved key="saved" {...provider} /> : 'Created when you switch it on'],
            ]}
          />
          <p className={classes.buttons}>
            <Button tone={isEnabled ? 'bad' : 'primary'} onClick={() => void turn()}>
              {isEnabled ? 'Switch off' : 'Switch on'}
            </Button>
            {isSaved && fields.length > 0 && (
              <>
                <Button onClick={() => post('/payment-gateways/test', { ...of, provider: name })}>Test the keys</Button>
                <Button onClick={() => setEditing(true)}>Replace keys</Button>
              </>
            )}
          </p>
        </>
      )}
    </Card>
  );
}

const Saved = ({ savedAt, testedAt }: ProviderSettings) => (
  <>
    Saved <DateTimeText value={savedAt} />
    {testedAt && (
      <>
        . Accepted by the provider <DateTimeText value={testedAt} />
      </>
    )}
  </>
);
