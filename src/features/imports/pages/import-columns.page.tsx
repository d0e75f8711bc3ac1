import { useState } from 'react';
import { Card } from '#ui/card.tsx';
import { EditForm, FormSection } from '#ui/edit-form.tsx';
import { CheckboxField } from '#ui/fields.tsx';
import { countOf } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { SelectField } from '#ui/select-field.tsx';
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

/** The second step: what each column holds, and what to do with people who are here already. */
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
        description={`${countOf(found.rowCount, 'row')} for ${found.institution}. Say what each column holds, then have the file checked. Nothing is saved yet.`}
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
          <EditForm action={`/imports/${found.id}/check`} submit="Check the file" guard={false}>
            <input type="hidden" name="seen" value={found.seen} />
            {repeats && <input type="hidden" name="repeat" value="on" />}
            <Card
              title="Columns"
              flush
              tour="import-columns"
              action={leftOut > 0 && <Secondary>{leftOut} left out</Secondary>}
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
            <FormSection title={`${words.title} who are here already`} tour="import-existing">
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
                  label={`Rows that look like ${words.many} you already have`}
                  placeholder={null}
                  defaultValue={options.alike}
                  options={[
                    { value: 'skip', label: 'Skip them' },
                    { value: 'update', label: 'Update the records you have' },
                    { value: 'new', label: `Add them as new ${words.many}` },
                  ]}
                  help="Same name and date of birth, same name and phone, or same e-mail and first name, without the same number. You see them, and can decide row by row, before anything is saved."
                />
              )}
            </FormSection>
            <FormSection title="Names" tour="import-names">
              <CheckboxField
                name="tidyNames"
                label="Tidy names"
                defaultChecked={options.tidyNames}
                help="Writes names that are all in capitals with small letters: OKONKWO becomes Okonkwo."
              />
              {holds('fullName') && (
                <SelectField
                  name="surnameStands"
                  label="In full names, the surname stands"
                  placeholder={null}
                  defaultValue={options.surnameStands}
                  options={[
                    { value: 'first', label: 'first: Obi Ada Ngozi' },
                    { value: 'last', label: 'last: Ada Ngozi Obi' },
                  ]}
                  help="Where a name has a comma, the surname is what stands before it."
                />
              )}
            </FormSection>
            <FormSection title="Words" tour="import-words">
              <SelectField
                name="newWords"
                label="Words that the school’s lists do not have"
                placeholder={null}
                defaultValue={options.newWords}
                options={[
                  { value: 'learn', label: 'Add them to the lists' },
                  { value: 'report', label: 'Report as a problem' },
                ]}
                help="Departments, religions, relations and the like. You see the new words before anything is saved."
              />
            </FormSection>
          </EditForm>
        </div>
      </Stack>
    </>
  );
}
