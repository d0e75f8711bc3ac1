import { useState } from 'react';
import { Card } from '#ui/records/card.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { countOf } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { Secondary } from '#ui/text.tsx';
import { inWords } from '#web/client/in-words.ts';
import { useWords } from '#web/client/use-words.ts';
import type { PropsOf } from '#web/page.ts';
import { ColumnRow } from '../parts/column-row.tsx';
import { importCrumbs } from '../parts/import-crumbs.ts';
import { Notice } from '../parts/notice.tsx';
import { RepeatNotice } from '../parts/repeat-notice.tsx';
import { Stack } from '../parts/stack.tsx';
import { cancelLabel, useCancel } from '../parts/use-cancel.ts';
import { kindWords } from '../kinds/kind-words.ts';
import type { importColumns } from '../imports.pages.ts';
import classes from '../parts/columns.module.css';

/** The second step: the column mapping and what to do with existing records. */
export default function ImportColumnsPage({
  import: found,
  columns,
  fields,
  options,
  notes,
  doubt,
  failure,
  repeats,
}: PropsOf<typeof importColumns>) {
  const [chosen, setChosen] = useState(columns.map(({ field }) => field));
  const cancel = useCancel(found);
  const words = kindWords[found.kind];
  const terms = useWords(found.institutionId);
  const { withoutNumber } = words;
  const leftOut = chosen.filter((field) => !field).length;
  const [isRepeated, setRepeated] = useState(repeats === null);
  const holds = (field: string | null) => chosen.includes(field);
  return (
    <>
      <PageHeader
        title={found.fileName}
        breadcrumbs={importCrumbs(found.kind)}
        description={`${countOf(found.rowCount, 'row')} for ${found.institution}. Map each column to a field, then check the file. Nothing is saved yet.`}
        more={[{ label: cancelLabel(found), tone: 'bad', onSelect: cancel }]}
      />
      <Stack>
        {failure && <Notice tone="bad">{failure}</Notice>}
        {repeats && (
          <RepeatNotice {...{ repeats, found }} onContinue={isRepeated ? undefined : () => setRepeated(true)} />
        )}
        {notes.map((note) => (
          <Notice key={note} tone="gold">
            {note}
          </Notice>
        ))}
        {doubt && <Notice tone="gold">{doubt}</Notice>}
        {isRepeated && withoutNumber && !holds(withoutNumber.field) && (
          <Notice>{withoutNumber.text(found.institution)}</Notice>
        )}
        <div className={classes.wide} hidden={!isRepeated}>
          <EditForm action={`/imports/${found.id}/check`} submit="Check file" guard={false}>
            <input type="hidden" name="seen" value={found.seen} />
            {repeats && <input type="hidden" name="repeat" value="on" />}
            <Card
              title="Columns"
              flush
              tour="import-columns"
              action={leftOut > 0 && <Secondary>{leftOut} not imported</Secondary>}
            >
              <ul className={classes.list}>
                {columns.map((column, at) => (
                  <ColumnRow
                    key={column.header}
                    {...{ column, at, fields, chosen, options }}
                    onChoose={(field) => setChosen(chosen.map((other, index) => (index === at ? field : other)))}
                  />
                ))}
              </ul>
            </Card>
            <FormSection title={`Existing ${words.many}`} tour="import-existing">
              <SelectField
                name="existing"
                label={words.same}
                placeholder={null}
                defaultValue={options.existing}
                options={[
                  { value: 'skip', label: words.leave },
                  { value: 'update', label: 'Update their records' },
                  { value: 'report', label: 'Report as a problem' },
                ]}
                help={inWords(words.update, terms)}
              />
              {words.asksSameName && (
                <SelectField
                  name="alike"
                  label="Possible duplicates"
                  placeholder={null}
                  defaultValue={options.alike}
                  options={[
                    { value: 'skip', label: 'Skip them' },
                    { value: 'update', label: 'Update the existing records' },
                    { value: 'new', label: `Add them as new ${words.many}` },
                  ]}
                  help="Rows with the same name and date of birth, name and phone, or e-mail and first name as an existing record, but a different number. You can review them row by row before anything is saved."
                />
              )}
            </FormSection>
            <FormSection title="Names" tour="import-names">
              <CheckboxField
                name="tidyNames"
                label="Fix capitalisation"
                defaultChecked={options.tidyNames}
                help="Changes names typed in capitals: OKONKWO becomes Okonkwo."
              />
              {holds('fullName') && (
                <SelectField
                  name="surnameStands"
                  label="Surname position in full names"
                  placeholder={null}
                  defaultValue={options.surnameStands}
                  options={[
                    { value: 'first', label: 'First: Obi Ada Ngozi' },
                    { value: 'last', label: 'Last: Ada Ngozi Obi' },
                  ]}
                  help="If a name contains a comma, the part before it is the surname."
                />
              )}
            </FormSection>
            <FormSection title="New list values" tour="import-words">
              <SelectField
                name="newWords"
                label="Values missing from the school’s lists"
                placeholder={null}
                defaultValue={options.newWords}
                options={[
                  { value: 'learn', label: 'Add them to the lists' },
                  { value: 'report', label: 'Report as a problem' },
                ]}
                help="For example departments, religions and relations. You can review new values before anything is saved."
              />
            </FormSection>
          </EditForm>
        </div>
      </Stack>
    </>
  );
}
