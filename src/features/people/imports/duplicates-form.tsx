import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { countOf } from '#ui/format.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { ImportCheckedProps } from './imports.pages.ts';
import type { ImportKind } from './kinds/kind-labels.ts';
import classes from './duplicates-form.module.css';

interface DuplicatesFormProps {
  id: number;
  seen: string;
  kind: ImportKind;
  alike: ImportCheckedProps['alike'];
}

/** Possible duplicates: one choice for all rows, with exceptions by row. */
export function DuplicatesForm({ id, seen, kind, alike }: DuplicatesFormProps) {
  const address = useAddress();
  const [isOpen, setOpen] = useState(alike.rows.some(({ choice }) => choice));
  const options = [
    { value: 'skip', label: 'Skip' },
    { value: 'update', label: 'Update the record' },
    { value: 'new', label: 'Add as new' },
  ];
  return (
    <Card title={countOf(alike.count, 'possible duplicate')} tour="import-alike">
      <EditForm action={`/imports/${id}/alike`} submit="Apply and check again" guard={false}>
        <input type="hidden" name="seen" value={seen} />
        <SelectField
          name="alike"
          label="All rows"
          placeholder={null}
          defaultValue={alike.choice}
          options={options}
          help="Updating replaces fields that have a value in the file. A possible duplicate of an earlier row is skipped, or added as new."
        />
        <ul className={classes.rows} hidden={!isOpen}>
          {alike.rows.map(({ row, message, personId, choice }) => (
            <li key={row}>
              <span>
                <strong>Row {row}</strong>{' '}
                {personId ? <a href={address.href(`/${kind}/${personId}`)}>{message}</a> : message}
              </span>
              <SelectField
                name={`decisions.${row}`}
                label={`Row ${row}`}
                optional
                placeholder={null}
                defaultValue={choice ?? ''}
                options={[{ value: '', label: 'Same as all rows' }, ...options]}
              />
            </li>
          ))}
        </ul>
        {isOpen && alike.count > alike.rows.length && (
          <Secondary>
            The first {alike.rows.length} rows are shown. The choice above applies to the other{' '}
            {alike.count - alike.rows.length}.
          </Secondary>
        )}
        {!isOpen && (
          <p>
            <Button onClick={() => setOpen(true)}>Decide row by row</Button>
          </p>
        )}
      </EditForm>
    </Card>
  );
}
