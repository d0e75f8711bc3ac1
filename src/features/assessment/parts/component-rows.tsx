import { FieldRow } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { NestedRecords } from '#ui/records/nested-records.tsx';
import { useState } from 'react';
import type { schemeForm } from '../schemes/scheme-fields.ts';

type Row = ReturnType<typeof schemeForm>['components'][number];

const presets: Record<string, [name: string, maximum: string][]> = {
  'Tests 40, examination 60': [
    ['First test', '20'],
    ['Second test', '20'],
    ['Examination', '60'],
  ],
  'Tests 30, examination 70': [
    ['Tests', '30'],
    ['Examination', '70'],
  ],
  'Tests 20 and 20, assignment 10, examination 50': [
    ['First test', '20'],
    ['Second test', '20'],
    ['Assignment', '10'],
    ['Examination', '50'],
  ],
};
const first = Object.keys(presets)[0]!;

/** The parts of a mark; a new scheme begins with one that is in common use. */
export function ComponentRows({ rows }: { rows: Row[] | undefined }) {
  const [preset, setPreset] = useState(first);
  const started = (presets[preset] ?? []).map(([name, maximum], at) => ({
    ...{ id: at + 1, name, maximum },
    savedKey: '',
  }));
  return (
    <>
      {!rows && (
        <SelectField
          name="preset"
          label="Begin with"
          placeholder={null}
          value={preset}
          onChange={(event) => setPreset(event.target.value)}
          options={[
            ...Object.keys(presets).map((name) => ({ value: name, label: name })),
            { value: '', label: 'No parts' },
          ]}
        />
      )}
      <NestedRecords key={preset} name="components" noun="part" records={rows ?? started} max={12} sortable compact>
        {({ value, field }) => (
          <>
            {value && <input type="hidden" name={field('savedKey')} value={value.savedKey} />}
            <FieldRow>
              <TextField
                name={field('name')}
                label="Part"
                maxLength={40}
                defaultValue={value?.name}
                autoComplete="off"
              />
              <TextField
                name={field('maximum')}
                label="Highest mark"
                inputMode="decimal"
                defaultValue={value?.maximum}
                autoComplete="off"
              />
            </FieldRow>
          </>
        )}
      </NestedRecords>
    </>
  );
}
