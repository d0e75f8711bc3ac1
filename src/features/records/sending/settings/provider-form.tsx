import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { NumberField, PasswordField, TextareaField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import type { ChannelSettings, KindForm, SavedProvider } from '../sending.pages.ts';

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
export function ProviderForm({ channel, institutionId, place, saved, taken, onClose }: ProviderFormProps) {
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
          help={place === 2 ? 'It sends what the first provider can’t.' : undefined}
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
        label="Messages a second"
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
