import { useContext, useEffect, useRef, useState } from 'react';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { FormErrors } from '#ui/forms/field.tsx';
import { listName } from '#ui/format.ts';
import { ModalLink } from '#ui/overlays/modal-link.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { parse } from '#web/client/answers.ts';
import { ask } from '#web/client/wire.ts';
import classes from './duplicate-notice.module.css';

interface DuplicateNoticeProps {
  people: 'students' | 'employees' | 'guardians';
  /** The singular: 'student'. */
  noun: string;
  institutionId: number;
  /** The record being edited. */
  id?: number;
  /** The form's field names for names, date of birth and phones. */
  fields?: { surname: string; firstName: string; birthDate: string; phones: string[] };
}

interface Person {
  id: number;
  surname: string;
  firstName: string;
  middleName: string | null;
  birthDate?: string | null;
  /** Admission or employee number. */
  number?: string | null;
  /** Class arm, department. */
  place?: string | null;
  sameBirth?: boolean;
  href: string;
}

interface Found {
  people: Person[];
  isMore: boolean;
}

const none: Found = { people: [], isMore: false };
const defaultFields = {
  surname: 'surname',
  firstName: 'firstName',
  birthDate: 'birthDate',
  phones: ['mobile', 'phone'],
};
const pause = 500;

/** Inside a form: lists possible duplicates of the name that is typed. Never stops the person. */
export function DuplicateNotice({ people, noun, institutionId, id, fields = defaultFields }: DuplicateNoticeProps) {
  const anchor = useRef<HTMLDivElement>(null);
  const [{ people: found, isMore }, setFound] = useState<Found>(none);
  const address = useAddress();
  const [sought, setSought] = useState('');
  const refused = useContext(FormErrors)['confirm_alike'];
  const { surname, firstName, birthDate, phones } = fields;
  const phoneNames = phones.join(' ');

  useEffect(() => {
    const form = anchor.current!.closest('form')!;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = questionOf(form);
    let controller: AbortController | undefined;

    function questionOf(of: HTMLFormElement) {
      const data = new FormData(of);
      const valueOf = (name: string) => String(data.get(name) ?? '').trim();
      const phone = phoneNames.split(' ').map(valueOf).find(Boolean) ?? '';
      const query = new URLSearchParams({ institution_id: String(institutionId) });
      const add = (name: string, value: string) => value && query.set(name, value);
      add('surname', valueOf(surname));
      add('first_name', valueOf(firstName));
      // A partly typed date is not a date yet.
      if (/^\d{4}-\d\d-\d\d$/.test(valueOf(birthDate))) add('birth_date', valueOf(birthDate));
      if (phone.length > 6) add('phone', phone);
      if (id) query.set('except', String(id));
      const isEnough = (query.has('surname') && query.has('first_name')) || query.has('phone');
      return isEnough ? query.toString() : '';
    }
    const look = async () => {
      const question = questionOf(form);
      if (question === asked) return;
      asked = question;
      controller?.abort();
      if (!question) return setFound(none);
      controller = new AbortController();
      const answer = await ask({
        method: 'get',
        url: `/${people}/alike?${question}`,
        headers: { Accept: 'application/json' },
        signal: controller.signal,
      }).catch(() => null);
      if (answer?.status === 200) {
        const asking = new URLSearchParams(question);
        setSought(
          [asking.get('surname'), asking.get('first_name')].filter(Boolean).join(' ') || (asking.get('phone') ?? ''),
        );
        setFound(parse(answer.text) as Found);
      }
    };
    const changed = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void look(), pause);
    };
    form.addEventListener('input', changed);
    form.addEventListener('change', changed);
    return () => {
      clearTimeout(timer);
      controller?.abort();
      form.removeEventListener('input', changed);
      form.removeEventListener('change', changed);
    };
  }, [people, institutionId, id, surname, firstName, birthDate, phoneNames]);

  return (
    <div ref={anchor} role="status" className={found.length || refused ? classes.notice : classes.silent}>
      {found.length > 0 && (
        <>
          <p>{wordsFor(found, noun)}</p>
          <ul className={classes.list}>
            {found.map((one) => (
              <li key={one.id}>
                <ModalLink href={one.href}>{listName(one)}</ModalLink>{' '}
                <Secondary>
                  {one.birthDate && (
                    <>
                      born <DateText value={one.birthDate} />
                      {' · '}
                    </>
                  )}
                  {[one.number, one.place].filter(Boolean).join(' · ')}
                </Secondary>
              </li>
            ))}
          </ul>
          {isMore && (
            <p>
              Only the first {found.length} are shown.{' '}
              <ModalLink href={address.href(`/${people}`, { q: sought })}>Search all {people}</ModalLink>
            </p>
          )}
        </>
      )}
      {refused && <CheckboxField name="confirm_alike" label="This is a different person" />}
    </div>
  );
}

function wordsFor(found: Person[], noun: string): string {
  if (found.some((one) => one.sameBirth))
    return `A ${noun} with this name and birth date exists:`.replace(/^A (?=[aeiou])/, 'An ');
  return found.length === 1 ? 'Possible duplicate:' : 'Possible duplicates:';
}
