import { useEffect, useRef, useState } from 'react';
import { PhotoField } from '#ui/photo/photo-field.tsx';
import { confirm } from '#ui/overlays/confirm.tsx';
import { CONFLICTS, type FieldConflict } from '#ui/conflicts/edit-conflict.ts';
import { readConflicts, readErrors, readMessage, parse } from '#web/client/answers.ts';
import { fullReload } from '#web/client/full-reload.ts';
import { forgetOtherPages } from '#web/client/page-cache.ts';
import { ask, type Answer } from '#web/client/wire.ts';
import { FieldRow } from '#ui/forms/edit-form.tsx';
import { TextareaField, TextField } from '#ui/forms/fields.tsx';
import { SelectBoxField } from '#ui/fields/select-box.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import type { RecordFields } from '#kernel/record-fields/record-field.ts';
import { contactFields, nextOfKinFields } from '../people.fields.ts';
import { RecordRows, recordInputs } from '#web/client/record-fields.tsx';
import { PlaceFields } from '#features/records/geography/shared/fields/place-fields.tsx';

const kept = 'The new photo was not replaced. Reload the page to see it.';

interface PersonPhotoProps {
  people: 'students' | 'employees' | 'guardians';
  /** The record's id, if it exists already. */
  id?: number;
  institutionId: number;
  /** Alternative text of the photo. */
  of: string;
  src?: string | null;
}

/**
 * The photo of a form. An existing record's photo changes immediately; a new record's photo is stored on the server, and
 * the form sends its id as `photo`.
 */
export function PersonPhoto({ people, id, institutionId, of, src }: PersonPhotoProps) {
  const [waiting, setWaiting] = useState<number | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // Tells the form that it has unsaved input.
    if (!isFirst.current) field.current?.dispatchEvent(new Event('input', { bubbles: true }));
    isFirst.current = false;
  }, [waiting]);
  /** The photo shown by the form, for the server's conflict check. */
  const shown = useRef(/[?&]v=(\d+)/.exec(src ?? '')?.[1] ?? '');
  const address = id ? `/${people}/${id}/photo` : `/${people}/photo`;

  const send = async (photo: Blob, onProgress: (percent: number) => void): Promise<string | null> => {
    const body = new FormData();
    body.append(...((id ? ['opened', shown.current] : ['institutionId', String(institutionId)]) as [string, string]));
    body.append('photo', photo, 'photo.jpg');
    const answer = await ask({
      method: 'post',
      url: address,
      headers: { Accept: 'application/json' },
      body,
      onUpload: ({ loaded, total }) => onProgress((loaded / total) * 100),
    }).catch(() => null);
    if (!answer) return 'The photo could not be uploaded. Check your connection and try again.';
    if (answer.status === 401) fullReload(location.href);
    const taken = await takesOver(answer, 'replace');
    if (taken) return taken === 'yes' ? send(photo, onProgress) : kept;
    if (answer.status >= 400)
      return readErrors(answer)?.errors['photo'] || readMessage(answer) || 'The photo could not be saved. Try again.';
    forgetOtherPages();
    if (id) shown.current = /[?&]v=(\d+)/.exec((parse(answer.text) as { large: string }).large)?.[1] ?? '';
    else setWaiting((parse(answer.text) as { waiting: number }).waiting);
    return null;
  };
  /** Asks whether to replace a photo that another user has changed meanwhile; null if there is no conflict. */
  const takesOver = async (answer: Answer, act: 'replace' | 'remove'): Promise<'yes' | 'no' | null> => {
    const text = readConflicts(answer)?.[CONFLICTS];
    const [conflict] = text ? (JSON.parse(text) as FieldConflict[]) : [];
    if (!conflict) return null;
    const [title, action] =
      act === 'replace' ? ['Replace the new photo?', 'Replace photo'] : ['Remove the new photo?', 'Remove photo'];
    const body = `${conflict.by?.person ?? 'Someone'} changed this photo after you opened the form.`;
    if (!(await confirm({ title, body, action, tone: act === 'remove' ? 'bad' : 'primary' }))) return 'no';
    shown.current = String(conflict.value ?? '');
    return 'yes';
  };
  const remove = async (): Promise<string | null> => {
    const answer = await ask({
      method: 'post',
      url: `${address}/remove`,
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify(id ? { opened: shown.current } : { institutionId, waiting }),
    }).catch(() => null);
    if (!answer) return 'The photo could not be removed. Check your connection and try again.';
    if (answer.status === 401) fullReload(location.href);
    const taken = await takesOver(answer, 'remove');
    if (taken) return taken === 'yes' ? remove() : kept;
    if (answer.status >= 400) return readMessage(answer) || 'The photo could not be removed. Try again.';
    forgetOtherPages();
    shown.current = '';
    setWaiting(null);
    return null;
  };
  return (
    <>
      <PhotoField of={of} src={src} onPhoto={send} onRemove={remove} />
      {!id && <input ref={field} type="hidden" name="photo" value={waiting ?? ''} />}
    </>
  );
}

type Fields = 'surname' | 'firstName' | 'middleName' | 'gender' | 'address';

interface OfPerson {
  /** The record being edited; missing values are blank. */
  person: { [Field in Fields]?: string | null } | null;
}

/** Name and value of a field. */
const of = (person: OfPerson['person'], field: Fields) => ({ name: field, defaultValue: person?.[field] ?? undefined });
const name = { maxLength: 100, autoComplete: 'off', autoCapitalize: 'words', enterKeyHint: 'next' } as const;

export const NamesRow = ({ person, autoFocus }: OfPerson & { autoFocus?: boolean }) => (
  <FieldRow>
    <TextField {...name} {...of(person, 'surname')} label="Surname" autoFocus={autoFocus} />
    <TextField {...name} {...of(person, 'firstName')} label="First name" />
  </FieldRow>
);

export const MiddleNameField = ({ person }: OfPerson) => (
  <TextField {...name} {...of(person, 'middleName')} label="Middle name" optional />
);

export const GenderField = ({ person }: OfPerson) => (
  <SelectField
    {...of(person, 'gender')}
    label="Gender"
    optional
    options={[
      { value: 'female', label: 'Female' },
      { value: 'male', label: 'Male' },
    ]}
  />
);

/** Phone and e-mail; messages go to the mobile number, so it comes first. */
export function ContactFields({ person, phoneExample }: OfPerson & { phoneExample: string }) {
  const [phone, mobile, ...others] = recordInputs({
    fields: contactFields,
    section: 'contact',
    values: person,
    phoneExample,
    enterKeyHint: 'next',
  });
  return (
    <>
      <FieldRow>
        {mobile}
        {phone}
      </FieldRow>
      {others}
    </>
  );
}

type HomeProps = OfPerson & { fields: RecordFields } & Parameters<typeof PlaceFields>[0];

/** Address and origin; `PlaceFields` has the rest. */
export const HomeFields = ({ person, fields, ...places }: HomeProps) => (
  <>
    <TextareaField {...of(person, 'address')} label="Address" optional rows={2} maxLength={300} />
    <PlaceFields {...places} />
    <RecordRows fields={fields} section="home" values={person} enterKeyHint="next" />
  </>
);

interface NationalityProps {
  value: string | null | undefined;
  countries: { id: string; name: string }[];
}

export const NationalityField = ({ value, countries }: NationalityProps) => (
  <SelectBoxField
    name="nationalityId"
    label="Nationality"
    optional
    defaultValue={value ?? undefined}
    options={countries.map((country) => ({ value: country.id, label: country.name }))}
  />
);

type NextOfKinProps = OfPerson & { lists: Record<'guardianRelations', string[]>; phoneExample: string };

export function NextOfKinFields({ person, lists, phoneExample }: NextOfKinProps) {
  const [name, ...others] = recordInputs({
    fields: nextOfKinFields,
    section: 'nextOfKin',
    values: person,
    lists,
    phoneExample,
    autoComplete: 'off',
    autoCapitalize: 'words',
    enterKeyHint: 'next',
  });
  return (
    <>
      {name}
      <FieldRow>{others}</FieldRow>
    </>
  );
}
