import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { PasswordField, TextField } from '#ui/forms/fields.tsx';
import { askThenPost, post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { ProviderSettings } from '../gateways.pages.ts';
import classes from '../shared/fees.module.css';

interface ProviderCardProps {
  provider: ProviderSettings;
  institutionId: number;
  isEnabled: boolean;
}

/** One provider: its keys, its mode, where it sends its events, and whether families pay through it. */
export function ProviderCard({ provider, institutionId, isEnabled }: ProviderCardProps) {
  const { provider: name, label, fields, isSaved, mode } = provider;
  const [isEditing, setEditing] = useState(!isSaved && fields.length > 0);
  const of = { institution_id: String(institutionId) };
  const turn = () =>
    askThenPost(
      '/payment-gateways/enable',
      isEnabled
        ? {
            title: `Switch ${label} off?`,
            body: 'Families can’t pay online until you switch a gateway on. Payments under way are still credited.',
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
        <span className={classes.badges}>
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
