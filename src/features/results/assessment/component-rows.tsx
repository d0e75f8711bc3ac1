import { FieldRow } from '#ui/forms/edit-form.tsx';
import { NumberField, TextField, DecimalField } from '#ui/forms/fields.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { NestedRecords } from '#ui/records/nested-records.tsx';
import { useState } from 'react';
import { componentPresets } from './compute/presets.ts';
import { decimals } from './hundredths.ts';
import type { schemeForm } from './schemes/find-scheme.ts';
import classes from './shared/setup.module.css';

type SchemeInForm = ReturnType<typeof schemeForm>;
type Row = SchemeInForm['components'][number];

/** The parts of a mark; a new scheme begins with one that is in common use. */
export function ComponentRows({ rows }: { rows: Row[] | undefined }) {
  const [preset, setPreset] = useState(componentPresets[0]!.key);
  const chosen = componentPresets.find(({ key }) => key === preset);
  const started = (chosen?.components ?? []).map(({ name, maximum }, at) => ({
    id: at + 1,
    name,
    maximum: decimals(maximum),
    savedKey: '',
    weight: '',
    group: '',
  }));
  return (
    <>
      {!rows && (
        <ChoiceField
          name="preset"
          label="Begin with"
          value={preset}
          onChange={(event) => setPreset(event.target.value)}
          options={[
            ...componentPresets.map(({ key, name }) => ({ value: key, label: name })),
            { value: '', label: 'No parts' },
          ]}
        />
      )}
      <NestedRecords key={preset} name="components" noun="part" records={rows ?? started} max={12} sortable compact>
        {({ value, field }) => (
          <>
            {value && <input type="hidden" name={field('savedKey')} value={value.savedKey} />}
            <div className={classes.made}>
              <TextField
                name={field('name')}
                label="Part"
                maxLength={40}
                defaultValue={value?.name}
                autoComplete="off"
              />
              <DecimalField name={field('maximum')} label="Highest mark" defaultValue={value?.maximum} />
              <DecimalField name={field('weight')} label="Counts" defaultValue={value?.weight} placeholder="The same" />
              <TextField
                name={field('group')}
                label="Group"
                maxLength={40}
                defaultValue={value?.group}
                placeholder="None"
                autoComplete="off"
              />
            </div>
          </>
        )}
      </NestedRecords>
    </>
  );
}

/** Groups of parts of which the best count. */
export const GroupRows = ({ rows }: { rows: SchemeInForm['groups'] }) => (
  <NestedRecords name="groups" noun="group" records={rows} max={6} compact>
    {({ value, field }) => (
      <FieldRow>
        <TextField
          name={field('name')}
          label="Group"
          maxLength={40}
          defaultValue={value?.name}
          placeholder="Tests"
          autoComplete="off"
        />
        <NumberField name={field('best')} label="How many count" min={1} max={11} defaultValue={value?.best} />
      </FieldRow>
    )}
  </NestedRecords>
);
