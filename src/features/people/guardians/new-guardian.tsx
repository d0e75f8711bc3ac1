import { useContext, useState } from 'react';
import { FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { FormErrors } from '#ui/forms/field.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { FoundGuardians } from './found-guardians.tsx';
import { useGuardians, type FoundGuardian } from './use-guardians.ts';
import classes from './shared/guardians.module.css';
import { titles } from '#features/records/people/titles.ts';

interface NewGuardianProps {
  institutionId: number;
  phoneExample: string;
  /** The phone number or name of the previous search. */
  typed: string;
  /** The child's surname, which is often the guardian's too. */
  surname: string;
  onChoose: (one: FoundGuardian) => void;
}

/** Adds a guardian with few fields; suggests guardians who have the same phone number. */
export function NewGuardian({ institutionId, phoneExample, typed, surname, onChoose }: NewGuardianProps) {
  const isNumber = /\d{3}/.test(typed);
  const [said, setSaid] = useState<Record<string, string>>(
    isNumber ? { mobile: typed } : { surname, ...nameTyped(typed) },
  );
  const found = useGuardians(
    '/guardians/alike',
    said['mobile'] || (said['surname'] && said['firstName'])
      ? {
          institution_id: institutionId,
          surname: said['surname'] ?? surname,
          first_name: said['firstName'] ?? '',
          phone: said['mobile'] ?? '',
        }
      : null,
  );
  const isRefused = useContext(FormErrors)['confirm_alike'] !== undefined;
  const field = (name: string) => ({
    name,
    defaultValue: said[name] ?? (name === 'surname' ? surname : ''),
    autoComplete: 'off',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setSaid({ ...said, [name]: event.target.value }),
  });
  return (
    <FormSection title="New guardian">
      <FieldRow>
        <TextField {...field('title')} label="Title" optional maxLength={20} list="guardian-titles" autoFocus />
        <TextField {...field('firstName')} label="First name" maxLength={100} />
        <TextField {...field('surname')} label="Surname" maxLength={100} />
      </FieldRow>
      <FieldRow>
        <TextField {...field('mobile')} label="Mobile" type="tel" optional placeholder={phoneExample} />
        <TextField {...field('email')} label="E-mail" type="email" optional />
      </FieldRow>
      <datalist id="guardian-titles">
        {titles.map((title) => (
          <option key={title}>{title}</option>
        ))}
      </datalist>
      <div role="status">
        {found && found.rows.length > 0 && (
          <div className={classes.note}>
            {found.rows[0]!.hasSamePhone ? 'This phone number already exists.' : 'This name already exists.'} Is it the
            same person? Then choose the record that is there.
            <FoundGuardians label="Existing guardians" rows={found.rows} onChoose={onChoose} />
            {found.isMore &&
              `Only the first ${found.rows.length} are shown. Search by name or phone to find the others.`}
          </div>
        )}
      </div>
      {isRefused && <CheckboxField name="confirm_alike" label="This is a different person" />}
    </FormSection>
  );
}

/** Splits a typed name: 'Mrs Bisi Adewumi', or 'Adewumi, Bisi' as in lists. */
export function nameTyped(text: string): { title?: string; firstName?: string; surname?: string } {
  const [before = '', after = ''] = text.split(',', 2);
  const words = `${after} ${before}`.split(/\s+/).filter(Boolean);
  const title = titles.find((one) => one.toLowerCase() === words[0]?.replace(/\.$/, '').toLowerCase());
  const names = words.slice(title ? 1 : 0);
  const surname = names.length > 1 ? names.pop() : undefined;
  return { ...(title && { title }), ...(names.length && { firstName: names.join(' ') }), ...(surname && { surname }) };
}
