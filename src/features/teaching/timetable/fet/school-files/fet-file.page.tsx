import { useState, type ReactNode } from 'react';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { count, countOf } from '#ui/format.ts';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField, ChoiceField } from '#ui/forms/select-field.tsx';
import type { Option } from '#ui/plain/options.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { fetFilePage } from '../fet.pages.ts';
import classes from '../parts/engine.module.css';
import type { FileName } from './school-files.ts';
import { weekdays } from '../../timetable.ts';

const optionsOf = (rows: { id: number; name: string }[]): Option[] =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));
const leaveOut = 'Skip';

/** The second step: what the names of the file are here. */
export default function FetFilePage({ file, choices }: PropsOf<typeof fetFilePage>) {
  const { href } = useAddress();
  const words = useTerms(file.institutionId);
  const [session, setSession] = useState(String(choices.sessions[0]?.id ?? ''));
  const batches = choices.batches.filter(({ sessionId }) => String(sessionId) === session);
  const select = (group: string, rows: FileName[], options: Option[], fallback = '') =>
    rows.map(({ key, name, lessons, suggestions }) => (
      <SelectField
        key={key}
        name={`${group}.${key}`}
        label={name}
        optional
        placeholder={leaveOut}
        help={lessons > 0 ? countOf(lessons, 'lesson') : undefined}
        defaultValue={String(suggestions[0] ?? fallback)}
        options={options}
      />
    ));
  return (
    <>
      <PageHeader
        title={file.school || file.fileName}
        breadcrumbs={[
          { label: 'Timetables', href: href('/timetables') },
          { label: 'FET file', href: href('/fet-files/new') },
        ]}
        description={`${file.fileName}, FET ${file.version}: ${countOf(file.lessons, 'lesson')}, ${countOf(file.days.length, 'day')}, ${countOf(file.hours, 'period')} a day. Match the names in the file to yours. Lessons without a ${words.course.toLowerCase()} or a ${words.batch.toLowerCase()} are skipped.`}
      />
      <EditForm action={`/fet-files/${file.id}/draft`} submit="Make a draft" cancelHref={href('/timetables')} long>
        <FormSection title="Timetable">
          <TextField
            name="name"
            label="Name"
            maxLength={80}
            defaultValue={(file.school || file.fileName).slice(0, 80)}
          />
          <ChoiceField
            name="sessionId"
            label="Session"
            value={session}
            onChange={(event) => setSession(event.target.value)}
            options={choices.sessions}
          />
        </FormSection>
        <Names title="Days" known={file.days.filter(({ weekday }) => weekday !== null).length} all={file.days.length}>
          {file.days.map(({ key, name, weekday }) => (
            <SelectField
              key={key}
              name={`days.${key}`}
              label={name}
              optional
              placeholder={leaveOut}
              defaultValue={weekday === null ? '' : String(weekday)}
              options={weekdays}
            />
          ))}
        </Names>
        <Names title={words.courses} {...figures(file.subjects)}>
          {select('subjects', file.subjects, optionsOf(choices.courses))}
        </Names>
        <Names title={words.batches} {...figures(file.students)}>
          {file.students.map(({ key, name, lessons, suggestions }) => (
            <MultiSelectField
              key={`${session} ${key}`}
              name={`students.${key}[]`}
              label={name}
              optional
              help={countOf(lessons, 'lesson')}
              defaultValue={suggestions.filter((id) => batches.some((batch) => batch.id === id)).map(String)}
              options={optionsOf(batches)}
            />
          ))}
        </Names>
        <Names title="Teachers" {...figures(file.teachers)}>
          {select('teachers', file.teachers, optionsOf(choices.teachers))}
        </Names>
        {file.rooms.length > 0 && (
          <Names title="Rooms" {...figures(file.rooms)}>
            {select(
              'rooms',
              file.rooms,
              [{ value: 'new', label: 'Add this room' }, ...optionsOf(choices.rooms)],
              'new',
            )}
          </Names>
        )}
      </EditForm>
      <div className={classes.cards}>
        <Constraints title="Rules to import" rows={file.known} />
        <Constraints title="Rules not imported" rows={file.unknown} />
      </div>
    </>
  );
}

const figures = (rows: FileName[]) => ({
  known: rows.filter(({ suggestions }) => suggestions.length > 0).length,
  all: rows.length,
});

function Names({ title, known, all, children }: { title: string; known: number; all: number; children: ReactNode }) {
  return (
    <FormSection title={title} description={`${count(known)} of ${count(all)} recognised.`}>
      {children}
    </FormSection>
  );
}

function Constraints({ title, rows }: { title: string; rows: { words: string; count: number }[] }) {
  if (rows.length === 0) return null;
  return (
    <Card title={title}>
      <ul className={classes.list}>
        {rows.map((row) => (
          <li key={row.words}>
            {row.words}: {count(row.count)}
          </li>
        ))}
      </ul>
    </Card>
  );
}
