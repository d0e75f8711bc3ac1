import { useContext, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { DESTROY_FLAG, timeBasedId } from '#ui/constants.ts';
import { DatePickerField } from '#ui/date-fields.tsx';
import { FieldRow } from '#ui/edit-form.tsx';
import { FormErrors } from '#ui/field.tsx';
import { CheckboxField, TextField } from '#ui/fields.tsx';
import { IconPlus, IconTrash } from '#ui/icons.tsx';
import { OneCurrent } from '#ui/one-current.tsx';
import type { TermRow } from '../sessions.queries.ts';
import classes from './structure.module.css';

interface Entry {
  key: number;
  term?: Pick<TermRow, 'id' | 'name' | 'startsOn' | 'endsOn' | 'isCurrent'>;
  isRemoved?: boolean;
}

const names = ['First Term', 'Second Term', 'Third Term'];

/** The terms of a session as nested records (3.12, 4.20): a removed one is hidden and sent with its destroy flag. */
export function TermsFields({ terms }: { terms: TermRow[] }) {
  const [entries, setEntries] = useState<Entry[]>(() => terms.map((term) => ({ key: term.id, term })));
  const shown = entries.filter((entry) => !entry.isRemoved);
  const remove = (key: number) =>
    setEntries(entries.map((entry) => (entry.key === key ? { ...entry, isRemoved: true } : entry)));
  const errors = useContext(FormErrors);
  return (
    <OneCurrent>
      <div className={classes.nested}>
        {entries.map((entry) => {
          const field = (name: string) => `terms.${entry.key}.${name}`;
          if (entry.isRemoved) {
            return (
              <div key={entry.key} hidden>
                {entry.term && <input type="hidden" name={field('id')} value={entry.term.id} />}
                <input type="hidden" name={field('_destroy')} value={DESTROY_FLAG} />
              </div>
            );
          }
          const at = shown.indexOf(entry) + 1;
          return (
            <div key={entry.key} className={classes.record} role="group" aria-label={`Term ${at}`}>
              {entry.term && <input type="hidden" name={field('id')} value={entry.term.id} />}
              <input type="hidden" name={field('_destroy')} value="" />
              <div className={classes.recordHead}>
                <TextField
                  name={field('name')}
                  label="Name"
                  defaultValue={entry.term?.name ?? names[at - 1] ?? ''}
                  maxLength={60}
                  error={errors[field('name')]}
                />
                <Button icon={<IconTrash />} aria-label={`Remove term ${at}`} onClick={() => remove(entry.key)}>
                  Remove
                </Button>
              </div>
              <FieldRow>
                <DatePickerField
                  name={field('startsOn')}
                  label="First day"
                  defaultValue={entry.term?.startsOn}
                  error={errors[field('startsOn')]}
                />
                <DatePickerField
                  name={field('endsOn')}
                  label="Last day"
                  defaultValue={entry.term?.endsOn}
                  error={errors[field('endsOn')]}
                />
              </FieldRow>
              <CheckboxField
                name={field('is_current')}
                label="This is the current term"
                defaultChecked={entry.term?.isCurrent}
              />
            </div>
          );
        })}
        {shown.length < 12 && (
          <div>
            <Button icon={<IconPlus />} onClick={() => setEntries([...entries, { key: timeBasedId() }])}>
              Add term
            </Button>
          </div>
        )}
      </div>
    </OneCurrent>
  );
}
