import { EditForm, FieldRow } from '#ui/forms/edit-form.tsx';
import { NestedRecords } from '#ui/records/nested-records.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { customFieldEditor, CustomFieldEditorProps, EditedField } from './custom-fields.routes.ts';
import classes from './custom-fields.module.css';
import {
  customFieldTypeLabels,
  customFieldTypes,
  hasOptions,
  type CustomFieldType,
} from '#kernel/contracts/custom-field.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { post } from '#ui/post.ts';
import { Secondary } from '#ui/text.tsx';
import { useState } from 'react';
import { fieldGroups, type FieldGroup } from '#kernel/contracts/field-groups.ts';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';

const people = { student: 'Students', employee: 'Employees', guardian: 'Guardians' } as const;

/** The editor of an institution's custom fields. */
export default function CustomFieldEditorPage(props: PropsOf<typeof customFieldEditor>) {
  const { institutionId, institution, entity, fields, opened, retired } = props;
  const address = useAddress();
  return (
    <>
      <PageHeader
        title="Custom fields"
        description={`Additional fields${institution ? ` of ${institution}` : ''} for people’s records. They appear in forms, profiles, lists, filters and files.`}
      />
      <div className={classes.editor}>
        <Tabs
          label="Record types"
          items={(['student', 'employee', 'guardian'] as const).map((kind) => ({
            label: people[kind],
            href: address.here({ entity: kind }),
            active: kind === entity,
          }))}
        />
        {/* Resets the form after saving, so that new fields have their ids. */}
        <EditForm
          key={`${institutionId} ${entity} ${JSON.stringify([opened, retired])}`}
          action="/custom-fields"
          opened={opened}
          submit="Save fields"
        >
          <input type="hidden" name="institutionId" value={institutionId} />
          <input type="hidden" name="entity" value={entity} />
          <p className={classes.note}>
            Removed fields are archived: they’re hidden everywhere, but their values are kept and you can restore them.
          </p>
          {fields.length === 0 && (
            <p className={classes.note}>
              {people[entity]} have no custom fields yet. Add what your school needs to know, such as house, allergies
              or school bus.
            </p>
          )}
          <div data-tour="custom-field-blocks">
            <NestedRecords name="fields" noun="field" records={fields} max={100} sortable>
              {({ value, field }) => <FieldFields value={value} field={field} />}
            </NestedRecords>
          </div>
        </EditForm>
        {retired.length > 0 && <RetiredFields fields={retired} />}
      </div>
    </>
  );
}

/** Retired fields, with buttons to restore them. */
const RetiredFields = ({ fields }: { fields: CustomFieldEditorProps['retired'] }) => (
  <Card title="Archived fields">
    <ul className={classes.retired}>
      {fields.map(({ id, label, type }) => (
        <li key={id}>
          <span>
            {label} <Secondary>{customFieldTypeLabels[type]}</Secondary>
          </span>
          <Button small aria-label={`Restore ${label}`} onClick={() => post(`/custom-fields/${id}/restore`)}>
            Restore
          </Button>
        </li>
      ))}
    </ul>
  </Card>
);

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
function FieldFields({ value, field }: FieldFieldsProps) {
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
          options={customFieldTypes.map((name) => ({ value: name, label: customFieldTypeLabels[name] }))}
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
