import { useState } from 'react';
import {
  customFieldTypes,
  customFieldTypeWords,
  hasOptions,
  type CustomFieldType,
} from '#kernel/contracts/custom-field.ts';
import { fieldGroups, type FieldGroup } from '#kernel/contracts/field-groups.ts';
import { FieldRow } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { NestedRecords } from '#ui/records/nested-records.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import type { EditedField } from './custom-fields.pages.ts';
import classes from './custom-fields.module.css';

interface FieldFieldsProps {
  value: EditedField | undefined;
  field: (name: string) => string;
}

const visibility: Record<FieldGroup, string> = {
  general: 'Everyone with access to the record',
  health: 'Users with access to health data',
  religion: 'Users with access to religion',
  private: 'Users with access to private data',
};

/** One custom field, with its choices as nested records (3.12, 4.20, 9.16). */
export function FieldFields({ value, field }: FieldFieldsProps) {
  const [type, setType] = useState<CustomFieldType | ''>(value?.type ?? '');
  const isUsed = value?.isUsed ?? false;
  const mayMove = !isUsed || value?.group === 'general';
  return (
    <>
      <FieldRow>
        <TextField
          name={field('label')}
          label="Name"
          defaultValue={value?.label}
          maxLength={80}
          autoComplete="off"
          placeholder="House"
        />
        <TextField
          name={field('help')}
          label="Description"
          optional
          defaultValue={value?.help ?? undefined}
          maxLength={200}
          autoComplete="off"
        />
      </FieldRow>
      <FieldRow>
        {isUsed && <input type="hidden" name={field('type')} value={value!.type} />}
        <SelectField
          name={field('type')}
          label="Type"
          value={type}
          disabled={isUsed}
          onChange={(event) => setType(event.target.value as CustomFieldType)}
          help={isUsed ? 'This field has values, so its type can’t be changed.' : undefined}
          options={customFieldTypes.map((name) => ({ value: name, label: customFieldTypeWords[name] }))}
        />
        {!mayMove && <input type="hidden" name={field('group')} value={value!.group} />}
        <SelectField
          name={field('group')}
          label="Visible to"
          placeholder={null}
          defaultValue={value?.group ?? 'general'}
          disabled={!mayMove}
          help={mayMove ? undefined : 'This field has restricted values, so its visibility can’t be changed.'}
          options={fieldGroups.map((group) => ({ value: group, label: visibility[group] }))}
        />
      </FieldRow>
      <CheckboxField name={field('isRequired')} label="Required in forms" defaultChecked={value?.isRequired} />
      {type !== '' && hasOptions(type) && <Choices value={value} field={field} />}
    </>
  );
}

function Choices({ value, field }: FieldFieldsProps) {
  const all = value?.options ?? [];
  const retired = all.filter(({ isRetired }) => isRetired);
  return (
    <div className={classes.choices} role="group" aria-label="Choices">
      <p>Choices</p>
      <NestedRecords
        name={field('options')}
        noun="choice"
        records={all.filter(({ isRetired }) => !isRetired)}
        max={300}
        sortable
        compact
      >
        {({ value: option, field: name, at }) => (
          <TextField
            name={name('label')}
            label={`Choice ${at}`}
            defaultValue={option?.label}
            maxLength={80}
            autoComplete="off"
          />
        )}
      </NestedRecords>
      {retired.length > 0 && (
        <div className={classes.retiredChoices} role="group" aria-label="Archived choices">
          <p>No longer offered, but kept on existing records. Select one to restore it.</p>
          {retired.map(({ id, label }) => (
            <Retired key={id} id={id} label={label} name={field(`options.${id}`)} />
          ))}
        </div>
      )}
    </div>
  );
}

/** A retired choice, sent to the server only to restore it. */
function Retired({ id, label, name }: { id: number; label: string; name: string }) {
  const [isBack, setBack] = useState(false);
  return (
    <>
      {isBack && <input type="hidden" name={`${name}.id`} value={id} />}
      <CheckboxField
        name={`${name}.back`}
        label={label}
        checked={isBack}
        onChange={(event) => setBack(event.target.checked)}
      />
    </>
  );
}
