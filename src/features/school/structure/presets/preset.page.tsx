import { useState } from 'react';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { IconPlus } from '#ui/icons.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { useTerms } from '#web/client/use-terms.ts';
import { PresetProgram } from './preset-program.tsx';
import { anotherProgram, commonArms, draftOf, withArms, countPlan, type PlanCounts } from './draft.ts';
import { presetKeys, presets } from './presets.ts';
import { Button } from '#ui/button.tsx';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { NumberField, TextField } from '#ui/forms/fields.tsx';
import type { presetPage, PresetProps } from './presets.routes.ts';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { dateText, count } from '#ui/format.ts';
import classes from './preset.module.css';
import type { Terms } from '#web/shell.ts';
import type { TalliedNoun } from './tally.ts';

/** The terms, programs, classes, batches and courses of a kind of school, edited before they are added. */
export default function PresetPage(props: PropsOf<typeof presetPage>) {
  const address = useAddress();
  const words = useTerms(props.institutionId);
  return (
    <>
      <PageHeader
        title={`Set up ${words.classes.toLowerCase()} and ${words.courses.toLowerCase()}`}
        breadcrumbs={[{ label: words.classes, href: address.href('/classes') }]}
        description="Choose the kind of school, edit what doesn’t fit, and add everything at once."
      />
      <SetUpForm key={`${props.institutionId} ${props.preset}`} {...props} />
    </>
  );
}

function SetUpForm({ preset, session, newSession, terms, existing, ...choice }: PropsOf<typeof presetPage>) {
  const address = useAddress();
  const words = useTerms(choice.institutionId);
  const { isTertiary, seats } = presets[preset];
  const [programs, setPrograms] = useState(() => draftOf(presets[preset]));
  return (
    <EditForm action="/structure/templates" submit="Add all" cancelHref={address.href('/classes')} long>
      <FormSection>
        <InstitutionChoice {...choice} />
        <SelectField
          name="preset"
          label="Kind of school"
          placeholder={null}
          value={preset}
          options={presetKeys.map((key) => ({ value: key, label: presets[key].label }))}
          onChange={(event) => address.go({ preset: event.target.value })}
          help="Changing it replaces everything below."
        />
      </FormSection>
      <PresetSession session={session} newSession={newSession} terms={terms} />
      <FormSection title={words.batches} description="You can change them for each class below.">
        <FieldRow>
          <TextField
            name="arms"
            label={`For every ${words.class.toLowerCase()}`}
            optional
            value={commonArms(programs) ?? ''}
            placeholder={commonArms(programs) === null ? 'Different' : 'None'}
            maxLength={300}
            onChange={(event) => setPrograms(withArms(programs, event.target.value))}
            autoComplete="off"
            help="Separated by commas, such as A, B, C. Leave empty for one without an arm."
          />
          <NumberField name="seats" label={`Seats in each`} defaultValue={seats} min={1} max={5000} />
        </FieldRow>
      </FormSection>
      {programs.map((program) => (
        <PresetProgram
          key={program.key}
          program={program}
          isTertiary={isTertiary}
          words={words}
          terms={terms.map(({ name }) => name)}
          onChange={(next) => setPrograms(programs.map((one) => (one.key === next.key ? next : one)))}
        />
      ))}
      <div>
        <Button icon={<IconPlus size={16} />} onClick={() => setPrograms([...programs, anotherProgram(programs)])}>
          Add programme
        </Button>
      </div>
      <PresetPreview counts={countPlan(programs, existing)} words={words} />
    </EditForm>
  );
}

/** The current session with its terms: what exists is named, the rest can be edited. */
function PresetSession({ session, newSession, terms }: Pick<PresetProps, 'session' | 'newSession' | 'terms'>) {
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

/** How many records the form adds, and which exist. */
function PresetPreview({ counts, words }: { counts: PlanCounts; words: Terms }) {
  const nouns: [TalliedNoun, string][] = [
    ['programs', 'Programmes'],
    ['classes', words.classes],
    ['batches', words.batches],
    ['courses', words.courses],
  ];
  const several = words.courses.toLowerCase();
  return (
    <section className={classes.preview} aria-label="Preview">
      <dl>
        {nouns.map(([noun, label]) => (
          <div key={noun}>
            <dt>{label}</dt>
            <dd>
              {count(counts.added[noun])}
              {counts.existing[noun] > 0 && <small>{count(counts.existing[noun])} already exist</small>}
            </dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>
          {words.courses} in each {words.batch.toLowerCase()}
        </summary>
        <ul>
          {counts.levels.map(({ key, name, arms }) => (
            <li key={key}>
              <b>{name}</b>{' '}
              {arms
                .map((arm) => [arm.name, arm.exists ? `keeps its ${several}` : count(arm.subjects)].join(' '))
                .join(' · ')}
            </li>
          ))}
        </ul>
      </details>
      {counts.untaught.length > 0 && (
        <p>
          Added to the list of {several} only, because no {words.batch.toLowerCase()} is chosen for them:{' '}
          {counts.untaught.join(', ')}.
        </p>
      )}
    </section>
  );
}
