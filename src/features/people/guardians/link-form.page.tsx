import { useState, useContext, useEffect } from 'react';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { phoneText, countOf } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { linkForm } from './guardians.pages.ts';
import { LinkFields } from './link-fields.tsx';
import { Button } from '#ui/button.tsx';
import classes from './shared/guardians.module.css';
import { TextField, CheckboxField } from '#ui/forms/fields.tsx';
import { FormErrors } from '#ui/forms/field.tsx';
import { titles } from '#features/records/people/people.fields.ts';
import { remote } from '#web/client/remote.ts';

type Who = { known: FoundGuardian } | { typed: string } | null;

/** Adds a guardian to a student: an existing one, or a new one with a few fields. */
export default function LinkFormPage({ student, ...offer }: PropsOf<typeof linkForm>) {
  const address = useAddress();
  const [who, setWho] = useState<Who>(null);
  const back = address.href(`/students/${student.id}/family`);
  return (
    <>
      <PageHeader
        title={`Add guardian of ${student.firstName}`}
        breadcrumbs={[
          { label: 'Students', href: address.href('/students') },
          { label: `${student.firstName} ${student.surname}`, href: back },
        ]}
      />
      {who === null ? (
        <FindGuardian
          institutionId={student.institutionId}
          onChoose={(known) => setWho({ known })}
          onNew={(typed) => setWho({ typed })}
        />
      ) : (
        <EditForm action={`/students/${student.id}/guardians`} submit="Add guardian" cancelHref={back}>
          {'known' in who ? (
            <div className={classes.chosen}>
              <input type="hidden" name="guardianId" value={who.known.id} />
              <span>
                <b>{who.known.name}</b> <span className={classes.quiet}>{phoneText(who.known.number)}</span>
              </span>
              <Button small onClick={() => setWho(null)}>
                Choose another guardian
              </Button>
            </div>
          ) : (
            <NewGuardian
              institutionId={student.institutionId}
              phoneExample={offer.phoneExample}
              typed={who.typed}
              surname={student.surname}
              onChoose={(known) => setWho({ known })}
            />
          )}
          <LinkFields firstName={student.firstName} hasFocus={'known' in who} {...offer} />
        </EditForm>
      )}
    </>
  );
}

interface FindGuardianProps {
  institutionId: number;
  onChoose: (one: FoundGuardian) => void;
  /** Passes the search text, to prefill the new record. */
  onNew: (typed: string) => void;
}

/** Finds existing guardians before a second record is added. */
function FindGuardian({ institutionId, onChoose, onNew }: FindGuardianProps) {
  const [text, setText] = useState('');
  const q = text.trim();
  const found = useGuardians('/guardians/find', q.length > 1 ? { q, institution_id: institutionId } : null);
  return (
    <div className={classes.form}>
      <div>
        <TextField
          name="search"
          label="Phone or name"
          help="A sibling’s guardian already has a record."
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          autoFocus
        />
        {found && found.rows.length > 0 && (
          <FoundGuardians label="Guardians found" rows={found.rows} onChoose={onChoose} />
        )}
        <p role="status" className={classes.quiet}>
          {found?.rows.length === 0 && `No results for “${q}”.`}
          {found?.isMore && `Only the first ${found.rows.length} are shown. Type more of the name or number.`}
          {found && found.rows.length > 0 && !found.isMore && (
            <span className="visually-hidden">{found.rows.length} found.</span>
          )}
        </p>
      </div>
      <div>
        <Button onClick={() => onNew(q)}>New guardian</Button>
      </div>
    </div>
  );
}

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
function NewGuardian({ institutionId, phoneExample, typed, surname, onChoose }: NewGuardianProps) {
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
            same person? Then choose the existing record.
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

/** A list of guardians to choose from. */
function FoundGuardians({
  label,
  rows,
  onChoose,
}: {
  label: string;
  rows: FoundGuardian[];
  onChoose: (one: FoundGuardian) => void;
}) {
  return (
    <ul className={classes.found} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" onClick={() => onChoose(row)}>
            {row.name}
            <small>
              {[phoneText(row.number), row.children !== undefined && countOf(row.children, 'child', 'children')]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface FoundGuardian {
  id: number;
  name: string;
  number: string | null;
  /** Number of children, in search results. */
  children?: number;
  /** Whether the phone matches; otherwise only the name does. */
  hasSamePhone?: boolean;
}

const PAUSE_MS = 200;

/** Fetches matches once typing pauses; null while there are none or they are loading. */
function useGuardians(address: string, question: Record<string, string | number> | null) {
  const key = question && JSON.stringify(question);
  const [found, setFound] = useState<{ key: string; rows: FoundGuardian[]; isMore: boolean } | null>(null);
  useEffect(() => {
    if (!key) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      remote<{ people: FoundGuardian[]; isMore: boolean }>('get', address, JSON.parse(key) as Record<string, string>, {
        signal: stop.signal,
      })
        .then(({ json }) => setFound({ key, rows: json.people, isMore: json.isMore }))
        // The form also works without suggestions.
        .catch(() => {});
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [address, key]);
  return found && found.key === key ? found : null;
}
