import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { dateText } from '#ui/format.ts';
import type { PresetProps } from './presets.pages.ts';
import classes from './preset.module.css';

/** The current session with its terms: what exists is named, the rest can be edited. */
export function PresetSession({ session, newSession, terms }: Pick<PresetProps, 'session' | 'newSession' | 'terms'>) {
  const [left, setLeft] = useState(() => terms.map((term, at) => ({ ...term, key: `t${at}` })));
  return (
    <FormSection title="Session and terms" description={session && described(session)}>
      {!session && (
        <>
          <TextField name="session.name" label="Session" defaultValue={newSession.name} maxLength={60} />
          <FieldRow>
            <DatePickerField name="session.startsOn" label="Starts" defaultValue={newSession.startsOn} />
            <DatePickerField name="session.endsOn" label="Ends" defaultValue={newSession.endsOn} />
          </FieldRow>
        </>
      )}
      {left.map((term) => (
        <div key={term.key} className={classes.term}>
          <TextField name={`terms.${term.key}.name`} label="Term" defaultValue={term.name} maxLength={60} />
          <DatePickerField name={`terms.${term.key}.startsOn`} label="First day" defaultValue={term.startsOn} />
          <DatePickerField name={`terms.${term.key}.endsOn`} label="Last day" defaultValue={term.endsOn} />
          <Button
            tone="plain"
            small
            aria-label={`Remove ${term.name}`}
            onClick={() => setLeft(left.filter((one) => one !== term))}
          >
            Remove
          </Button>
        </div>
      ))}
    </FormSection>
  );
}

const described = ({ name, startsOn, endsOn, terms }: NonNullable<PresetProps['session']>) =>
  `${name} is the current session, ${dateText(startsOn)} to ${dateText(endsOn)}. ${
    terms > 0 ? `It has ${terms === 1 ? '1 term, which stays' : `${terms} terms, which stay`} unchanged.` : ''
  }`;
