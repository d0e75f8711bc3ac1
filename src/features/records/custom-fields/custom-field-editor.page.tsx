import { EditForm } from '#ui/forms/edit-form.tsx';
import { NestedRecords } from '#ui/records/nested-records.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { FieldFields } from './field-fields.tsx';
import type { customFieldEditor, CustomFieldEditorProps } from './custom-fields.pages.ts';
import classes from './custom-fields.module.css';
import { customFieldTypeWords } from '#kernel/contracts/custom-field.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { post } from '#ui/post.ts';
import { Secondary } from '#ui/text.tsx';

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
            {label} <Secondary>{customFieldTypeWords[type]}</Secondary>
          </span>
          <Button small aria-label={`Restore ${label}`} onClick={() => post(`/custom-fields/${id}/restore`)}>
            Restore
          </Button>
        </li>
      ))}
    </ul>
  </Card>
);
