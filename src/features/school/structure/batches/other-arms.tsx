import { useContext } from 'react';
import { FormErrors } from '#ui/forms/field.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { FormSection } from '#ui/forms/edit-form.tsx';
import { SelectAll } from '#ui/lists/select-all.tsx';
import type { Terms } from '#web/shell.ts';
import classes from '../shared/structure.module.css';

interface OtherArmsProps {
  arms: { id: number; name: string }[];
  words: Terms;
  /** The name of their class. */
  level: string;
}

/** The other batches of the class that the form is saved to as well. */
export function OtherArms({ arms, words, level }: OtherArmsProps) {
  const error = useContext(FormErrors)['also'];
  const several = words.batches.toLowerCase();
  return (
    <div data-field="also">
      <FormSection
        title={`Also save to other ${several} of ${level}`}
        description={`Selected ${words.courses.toLowerCase()} are added there. Teachers, terms and removals follow only where you change them here.`}
      >
        <FormErrors value={{}}>
          <SelectAll label={`Select all ${several}`}>
            <div className={classes.arms}>
              {arms.map(({ id, name }) => (
                <CheckboxField key={id} name="also[]" value={String(id)} label={name} />
              ))}
            </div>
          </SelectAll>
        </FormErrors>
        {error && <p className={classes.wrong}>{error}</p>}
      </FormSection>
    </div>
  );
}
