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
import { RecordRows } from '#web/client/record-fields.tsx';
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

type Fields =
  | 'surname'
  | 'firstName'
  | 'middleName'
  | 'gender'
  | 'mobile'
  | 'phone'
  | 'email'
  | 'address'
  | 'nextOfKinName'
  | 'nextOfKinPhone'
  | 'nextOfKinRelation';

interface OfPerson {
  /** The record being edited; missing values are blank. */
  person: { [Field in Fields]?: string | null } | null;
}

/** Name and value of a field. */
const of = (person: OfPerson['person'], field: Fields) => ({ name: field, defaultValue: person?.[field] ?? undefined });
const name = { maxLength: 100, autoComplete: 'off', autoCapitalize: 'words', enterKeyHint: 'next' } as const;
const tel = { type: 'tel', inputMode: 'tel', autoComplete: 'off', optional: true, enterKeyHint: 'next' } as const;
const options = (words: readonly string[]) => words.map((word) => ({ value: word, label: word }));

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

/** Phone and e-mail. */
export const ContactFields = ({ person, phoneExample }: OfPerson & { phoneExample: string }) => (
  <>
    <FieldRow>
      <TextField {...tel} {...of(person, 'mobile')} label="Mobile phone" placeholder={phoneExample} />
      <TextField {...tel} {...of(person, 'phone')} label="Other phone" placeholder={phoneExample} />
    </FieldRow>
    <TextField
      {...of(person, 'email')}
      label="E-mail"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      autoComplete="off"
      enterKeyHint="next"
      optional
    />
  </>
);

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

export const NextOfKinFields = ({
  person,
  relations,
  phoneExample,
}: OfPerson & { relations: string[]; phoneExample: string }) => (
  <>
    <TextField {...name} {...of(person, 'nextOfKinName')} label="Name of next of kin" optional maxLength={200} />
    <FieldRow>
      <TextField {...tel} {...of(person, 'nextOfKinPhone')} label="Phone of next of kin" placeholder={phoneExample} />
      <WordField name="nextOfKinRelation" label="Relation" words={relations} value={person?.nextOfKinRelation} />
    </FieldRow>
  </>
);

interface WordFieldProps {
  name: string;
  label: string;
  words: readonly string[];
  /** The record's value, which stays selectable even if it has been archived. */
  value?: string | null;
}

/** A value of one of the institution's lists; long lists can be searched. */
export function WordField({ name, label, words, value }: WordFieldProps) {
  const all = value && !words.includes(value) ? [...words, value] : words;
  const Field = all.length > 12 ? SelectBoxField : SelectField;
  return <Field name={name} label={label} optional defaultValue={value ?? undefined} options={options(all)} />;
}
