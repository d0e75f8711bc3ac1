import { useState, useEffect, useRef } from 'react';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextareaField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { letterReach, letterReaders, Ticks } from './make-letters.ts';
import type { letterFormPage } from '../notices.pages.ts';
import { Button } from '#ui/button.tsx';
import classes from './letters.module.css';
import { count } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import { Secondary } from '#ui/text.tsx';
import type { LetterSample, letterPeople } from './letters.routes.ts';
import { useRemote } from '#web/client/remote.ts';
import { useAnswer } from '#web/client/use-answer.ts';
import { allTicked, isTicked, tickAll, tickOne } from '#features/messages/messages/audience/ticks.ts';
import { fieldsOnly } from '#features/messages/messages/shared/audience-fields.tsx';

const readers: Record<keyof typeof letterReaders, string> = { guardians: 'Guardians', students: 'Students' };
const reach: Record<keyof typeof letterReach, string> = {
  unreached: 'People without phone and e-mail',
  all: 'Everyone',
};
const nobodyOut: Ticks = { without: [] };

/** A letter to many: who gets it, the text, and what it is for each of them. */
export default function LetterFormPage(page: PropsOf<typeof letterFormPage>) {
  const { href } = useAddress();
  const { typed, form, read } = useTypedLetter();
  const [ticks, setTicks] = useState(nobodyOut);
  const [body, setBody] = useState('Dear {title_surname},\n\n');
  const asked = typed && { ...typed, ticks: JSON.stringify(ticks) };
  // Other people: what was ticked among the ones before means nothing.
  const choosePeople = () => setTicks(nobodyOut);
  return (
    <>
      <PageHeader
        title="Write letters"
        description="A PDF with one letter for each person, sorted by class arm, for window envelopes."
        breadcrumbs={[{ label: 'Letters', href: href('/letters') }]}
      />
      <div className={classes.page} ref={form} onInput={read} onChange={read}>
        <EditForm action="/letters" submit="Print letters" cancelHref={href('/letters')}>
          <input type="hidden" name="ticks" value={JSON.stringify(ticks)} />
          <FormSection title="For">
            <InstitutionChoice institutionId={page.institutionId} institutions={page.institutions} />
            <ChoiceField name="of" label="Recipients" options={readers} onChange={choosePeople} />
            <MultiSelectField
              name="batchIds[]"
              label="Only of these class arms"
              optional
              options={page.batches.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={() => (choosePeople(), read())}
            />
            <ChoiceField name="reach" label="Print letters for" options={reach} onChange={choosePeople} />
          </FormSection>
          <FormSection title="Letter">
            <TextField name="subject" label="Subject" maxLength={120} autoComplete="off" />
            <TextareaField
              name="body"
              label="Text"
              rows={12}
              maxLength={6000}
              value={body}
              onChange={(event) => setBody(event.currentTarget.value)}
            />
            <div className={classes.fields} role="group" aria-label="Add a field to the text">
              {page.fields.map(({ key, label }) => (
                <Button key={key} small onClick={() => (setBody((text) => `${text}{${key}}`), read())}>
                  {label}
                </Button>
              ))}
            </div>
            <TextField name="signedBy" label="Signed by" maxLength={120} defaultValue={page.author} />
          </FormSection>
        </EditForm>
        <div className={classes.side}>
          <LetterPreview typed={asked} signedBy={String(typed?.['signedBy'] ?? page.author)} />
          <LetterPeople typed={typed} ticks={ticks} onChange={setTicks} />
        </div>
      </div>
    </>
  );
}

/** The letter as one person after another gets it. */
function LetterPreview({ typed, signedBy }: { typed: TypedLetter | null; signedBy: string }) {
  const [at, setAt] = useState(0);
  const question = typed && JSON.stringify({ ...typed, at });
  const { answer, problem } = useAnswer<{ sample: LetterSample | null }>('/letters/sample', question, { pause: 0 });
  const sample = answer?.sample ?? null;
  return (
    <Card title="Preview">
      {problem && <p role="alert">{problem}</p>}
      {!problem && !sample && (
        <Secondary>No recipients. Choose other class arms, or print letters for everyone.</Secondary>
      )}
      {sample && (
        <>
          <p className={classes.turn}>
            <Button small disabled={sample.at === 0} onClick={() => setAt(sample.at - 1)}>
              Previous
            </Button>
            <span role="status">
              {sample.name} <Secondary>{`${count(sample.at + 1)} of ${count(sample.of)}`}</Secondary>
            </span>
            <Button small disabled={sample.at + 1 >= sample.of} onClick={() => setAt(sample.at + 1)}>
              Next
            </Button>
          </p>
          <article className={classes.paper} aria-label="Letter">
            <address>
              {[sample.name, ...sample.address].map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
            <b>{sample.subject}</b>
            <p>{sample.body}</p>
            <span>{signedBy}</span>
          </article>
          {sample.address.length === 0 && <Secondary>This person has no address on record.</Secondary>}
        </>
      )}
    </Card>
  );
}

type Page = Awaited<ReturnType<typeof letterPeople>>;
type Choice = Parameters<typeof isTicked>[0];

interface LetterPeopleProps {
  typed: TypedLetter | null;
  ticks: Ticks;
  onChange: (ticks: Ticks) => void;
}

/** Everyone who can get a letter, in the order of the pages, each with a tick. */
function LetterPeople({ typed, ticks, onChange }: LetterPeopleProps) {
  // Which people there are depends neither on the words nor on the ticks.
  const question = typed && { ...typed, subject: '', body: fieldsOnly(String(typed['body'] ?? '')), after: 0 };
  const { answer, problem } = useAnswer<Page>('/letters/people', question && JSON.stringify(question), { pause: 0 });
  const [more, setMore] = useState<Pick<Page, 'rows' | 'isMore'> | null>(null);
  const { send, busy } = useRemote<Page>();
  useEffect(() => setMore(null), [answer]);
  const rows = [...(answer?.rows ?? []), ...(more?.rows ?? [])];
  const isMore = (more ?? answer)?.isMore ?? false;
  const total = answer?.total ?? 0;
  const choice = { of: 'guardians', by: [], ...ticks } satisfies Choice;
  const put = ({ without, only }: Choice) => onChange({ without, ...(only && { only }) });
  const isAll = total > 0 && allTicked(choice);
  const taken = ticks.only ? ticks.only.length : total - ticks.without.length;
  const loadMore = async () => {
    const next = await send('post', '/letters/people', { ...question, after: rows.length } as object as Record<
      string,
      never
    >);
    if (next) setMore({ isMore: next.json.isMore, rows: [...(more?.rows ?? []), ...next.json.rows] });
  };
  return (
    <Card title={`Recipients ${answer ? count(Math.max(0, taken)) : ''}`} flush>
      {problem && (
        <p role="alert" className={classes.none}>
          {problem}
        </p>
      )}
      {total > 0 && (
        <div className={classes.head}>
          <label>
            <input
              type="checkbox"
              checked={isAll}
              ref={(box) => {
                if (box) box.indeterminate = !isAll && taken > 0;
              }}
              onChange={() => put(tickAll(choice, !isAll))}
            />
            Select all {count(total)}
          </label>
        </div>
      )}
      {answer && total === 0 && <p className={classes.none}>Everyone here has a phone number or an e-mail address.</p>}
      <ul className={classes.people}>
        {rows.map((row) => (
          <li key={row.key}>
            <label>
              <input
                type="checkbox"
                checked={isTicked(choice, row.key)}
                onChange={() => put(tickOne(choice, row.key, total))}
              />
              <span className={classes.person}>
                {row.name}
                <Secondary>
                  {[row.class, row.student, !row.hasAddress && 'no address'].filter(Boolean).join(' · ')}
                </Secondary>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {isMore && (
        <p className={classes.more}>
          <Button small loading={busy} onClick={() => void loadMore()}>
            Load more
          </Button>
          <Secondary>
            {count(rows.length)} of {count(total)} shown
          </Secondary>
        </p>
      )}
    </Card>
  );
}

type TypedLetter = Record<string, string | string[]>;

/** What the form holds, read again a moment after it changed. */
function useTypedLetter() {
  const [typed, setTyped] = useState<TypedLetter | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const read = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const element = form.current?.querySelector('form');
      if (!element) return;
      const data = new FormData(element);
      const names = [...new Set(data.keys())].filter((name) => name !== '_csrf' && name !== 'ticks');
      setTyped(
        Object.fromEntries(
          names.map((name) => {
            const values = data.getAll(name).map(String);
            return name.endsWith('[]') ? [name.slice(0, -2), values] : [name, values[0]!];
          }),
        ),
      );
    }, 300);
  };
  useEffect(read, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { typed, form, read };
}
