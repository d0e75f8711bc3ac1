import { EditForm } from '#ui/edit-form.tsx';
import { NestedRecords } from '#ui/nested-records.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { customFieldEditor } from '../custom-fields.pages.ts';
import { FieldFields } from '../parts/field-fields.tsx';
import { RetiredFields } from '../parts/retired-fields.tsx';
import classes from '../parts/custom-fields.module.css';

const people = { student: 'Students', employee: 'Employees', guardian: 'Guardians' } as const;

/** What an institution keeps of people besides what everybody keeps. */
export default function CustomFieldEditorPage(props: PropsOf<typeof customFieldEditor>) {
  const { institutionId, institution, entity, fields, opened, retired } = props;
  const address = useAddress();
  return (
    <>
      <PageHeader
        title="Own fields"
        description={`What ${institution ?? 'your school'} keeps of people besides what is on every record. They appear in forms, on profiles, in lists, filters and files.`}
      />
      <div className={classes.editor}>
        <Tabs
          label="Whose fields"
          items={(['student', 'employee', 'guardian'] as const).map((one) => ({
            label: people[one],
            href: address.here({ entity: one }),
            active: one === entity,
          }))}
        />
        {/* After saving, what is new has its id: the form begins anew. */}
        <EditForm
          key={`${institutionId} ${entity} ${JSON.stringify([opened, retired])}`}
          action="/custom-fields"
          opened={opened}
          submit="Save fields"
        >
          <input type="hidden" name="institutionId" value={institutionId} />
          <input type="hidden" name="entity" value={entity} />
          <p className={classes.note}>
            A field that you remove is retired: it is hidden everywhere, what was kept in it stays, and it can come
            back.
          </p>
          {fields.length === 0 && (
            <p className={classes.note}>
              {people[entity]} have no fields of your own yet. A house, an allergy, the bus that somebody takes: add
              what your school needs to know.
            </p>
          )}
          <div data-tour="own-fields">
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
