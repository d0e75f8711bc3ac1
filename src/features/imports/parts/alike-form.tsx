import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EditForm } from '#ui/edit-form.tsx';
import { countOf } from '#ui/format.ts';
import { SelectField } from '#ui/select-field.tsx';
import { Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { ImportCheckedProps } from '../imports.pages.ts';
import { kindWords, type ImportKind } from '../kinds/kind-words.ts';
import classes from './alike-form.module.css';

interface AlikeFormProps {
  id: number;
  seen: string;
  kind: ImportKind;
  alike: ImportCheckedProps['alike'];
}

/** Rows that look like somebody who is here already: one answer for all of them, another for single ones. */
export function AlikeForm({ id, seen, kind, alike }: AlikeFormProps) {
  const address = useAddress();
  const [isOpen, setOpen] = useState(alike.rows.some(({ choice }) => choice));
  const { many } = kindWords[kind];
  const options = [
    { value: 'skip', label: 'Skip' },
    { value: 'update', label: 'Update the record' },
    { value: 'new', label: 'Add as new' },
  ];
  const looks = alike.count === 1 ? `looks like somebody` : `look like ${many}`;
  return (
    <Card title={`${countOf(alike.count, 'row')} ${looks} you already have`} tour="import-alike">
      <EditForm action={`/imports/${id}/alike`} submit="Apply and check again" guard={false}>
        <input type="hidden" name="seen" value={seen} />
        <SelectField
          name="alike"
          label="All of these rows"
          placeholder={null}
          defaultValue={alike.choice}
          options={options}
          help="An update fills in and replaces what the file gives. A row that looks like an earlier row of the file is skipped, or added as new."
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
                placeholder={null}
                defaultValue={choice ?? ''}
                options={[{ value: '', label: 'As all of them' }, ...options]}
              />
            </li>
          ))}
        </ul>
        {isOpen && alike.count > alike.rows.length && (
          <Secondary>
            These are the first {alike.rows.length}; the answer above is for the other {alike.count - alike.rows.length}
            .
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
