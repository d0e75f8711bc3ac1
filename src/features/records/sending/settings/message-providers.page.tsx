import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { WaitingChanges } from '#features/records/approvals/shared/waiting-changes.tsx';
import type { PropsOf } from '#web/page.ts';
import { Prices } from './prices.tsx';
import type {
  messageProvidersPage,
  MessageProvidersProps,
  ChannelSettings,
  KindForm,
  SavedProvider,
} from '../sending.pages.ts';
import classes from './sending.module.css';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { NumberField, TextField, PasswordField, TextareaField } from '#ui/forms/fields.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { money } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ProviderState } from './provider-state.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';

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
            : 'No provider is on: messages stay in the outbox, where you can read them.'
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

function Budget({ institutionId, currency, budget }: MessageProvidersProps) {
  const { month, spent, waiting, warnBelow } = budget;
  return (
    <Card title="Budget">
      <p className={classes.note}>
        This month’s messages cost {money(spent, currency)} so far
        {waiting > 0 && `, of which ${money(waiting, currency)} are waiting to be sent`}. Only messages with a price are
        counted.
      </p>
      <EditForm action="/message-providers/budget" submit="Save budget">
        <input type="hidden" name="institution_id" value={institutionId} />
        <MoneyField
          name="budget_month"
          label="Monthly budget"
          currency={currency}
          defaultValue={month}
          optional
          help="A message that would exceed the budget isn’t sent, unless the sender can exceed it."
        />
        <NumberField
          name="warn_below"
          label="Warn below"
          optional
          min={0}
          step="any"
          defaultValue={warnBelow}
          help="In the unit of the provider’s balance, which is checked every hour."
        />
      </EditForm>
    </Card>
  );
}

const QuietHours = ({ institutionId, quiet }: MessageProvidersProps) => (
  <Card title="Quiet hours">
    <EditForm action="/message-providers/hours" submit="Save hours">
      <input type="hidden" name="institution_id" value={institutionId} />
      <TextField name="quiet_from" label="From" type="time" optional defaultValue={quiet.from} />
      <TextField
        name="quiet_until"
        label="Until"
        type="time"
        optional
        defaultValue={quiet.until}
        help="Only codes, such as sign-in codes, are sent during these hours. Everything else waits until they’re over."
      />
    </EditForm>
  </Card>
);

interface ChannelCardProps {
  channel: ChannelSettings;
  institutionId: number;
  own: MessageProvidersProps['own'];
}

/** One channel: its first provider, and the one that sends what the first can't. */
function ChannelCard({ channel, institutionId, own }: ChannelCardProps) {
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

interface ProviderFormProps {
  channel: ChannelSettings;
  institutionId: number;
  place: 1 | 2;
  saved: SavedProvider | null;
  /** The provider in the other place. */
  taken: string | undefined;
  onClose: () => void;
}

/** The settings of a provider. Secrets are never shown again. */
function ProviderForm({ channel, institutionId, place, saved, taken, onClose }: ProviderFormProps) {
  const offered = channel.kinds.filter(({ kind }) => kind !== taken);
  const [kind, setKind] = useState<string>(saved?.kind ?? offered[0]!.kind);
  const form = offered.find((one) => one.kind === kind) ?? offered[0]!;
  const isSame = saved?.kind === form.kind;
  return (
    <EditForm
      action="/message-providers/save"
      submit="Save settings"
      onSuccess={onClose}
      aside={
        <Button tone="plain" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <input type="hidden" name="institution_id" value={institutionId} />
      <input type="hidden" name="place" value={place} />
      {offered.length > 1 ? (
        <SelectField
          name="kind"
          label={place === 1 ? 'Provider' : 'Second provider'}
          help={place === 2 ? 'Used when the first provider can’t send.' : undefined}
          placeholder={null}
          value={kind}
          onChange={(event) => setKind(event.target.value)}
          options={offered.map((one) => ({ value: one.kind, label: one.label }))}
        />
      ) : (
        <input type="hidden" name="kind" value={form.kind} />
      )}
      {form.fields.map((field) => (
        <OneField
          key={`${form.kind} ${field.name}`}
          field={field}
          isSaved={isSame}
          value={isSame ? saved.shown[field.name] : undefined}
        />
      ))}
      <NumberField
        name="per_second"
        label="Messages per second"
        help="At most as many as the provider allows."
        min={1}
        max={500}
        step={1}
        defaultValue={isSame ? saved.perSecond : 20}
      />
    </EditForm>
  );
}

function OneField({ field, isSaved, value }: { field: KindForm['fields'][number]; isSaved: boolean; value?: string }) {
  const { name, label, hint, isSecret, isRequired, isLong, choices } = field;
  const shared = { name, label, help: hint || undefined, optional: !isRequired };
  if (choices)
    return (
      <SelectField
        {...shared}
        placeholder={null}
        defaultValue={value ?? Object.keys(choices)[0]}
        options={Object.entries(choices).map(([key, text]) => ({ value: key, label: text }))}
      />
    );
  if (isSecret)
    return (
      <PasswordField
        {...shared}
        optional={isSaved || !isRequired}
        help={isSaved ? `${hint} Leave empty to keep the saved one.` : hint}
        autoComplete="off"
      />
    );
  const Input = isLong ? TextareaField : TextField;
  return <Input {...shared} defaultValue={value ?? ''} autoComplete="off" />;
}
