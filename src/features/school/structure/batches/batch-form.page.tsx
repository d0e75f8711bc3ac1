import { useRef, useState } from 'react';
import { withArticle } from '#kernel/contracts/terminology.ts';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { MULTI_SELECT_EMPTY } from '#ui/plain/constants.ts';
import { NumberField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { EmptyState } from '#ui/states.tsx';
import { PrimaryLink } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SearchMultiSelectField, SearchSelectField } from '#ui/fields/search-select.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { useTerms } from '#web/client/use-terms.ts';
import { chosenIn, grouped } from '../shared/grouped.ts';
import type { batchForm } from './batches.queries.ts';

/** The form of a batch, which suggests the name. */
export default function BatchFormPage({
  batch,
  sessions,
  classes,
  moreClasses,
  taken,
  teachers,
  ...choice
}: PropsOf<typeof batchForm>) {
  const address = useAddress();
  const words = useTerms(choice.institutionId);
  const word = words.batch.toLowerCase();
  const back = address.href(batch ? `/batches/${batch.id}` : '/batches');
  const current = sessions.find((session) => session.isCurrent) ?? sessions[0];
  const [classId, setClassId] = useState(batch?.classId ?? 0);
  const [sessionId, setSessionId] = useState(batch?.sessionId ?? current?.id ?? 0);
  const [arm, setArm] = useState(batch?.arm ?? '');
  const [name, setName] = useState(batch?.name ?? '');
  // A typed name is not replaced.
  const isOwn = useRef(Boolean(batch));
  // The name of a class found by searching.
  const [foundName, setFoundName] = useState('');
  const propose = (level: number, session: number, nextArm: string, found = foundName) => {
    setArm(nextArm);
    const className = classes.find(({ id }) => id === level)?.name ?? found;
    if (!isOwn.current) setName([className, nextArm].filter(Boolean).join(' '));
  };
  const choose = (level: number, session: number, found = foundName) => {
    setFoundName(found);
    setClassId(level);
    setSessionId(session);
    if (!batch && level)
      propose(
        level,
        session,
        proposeArm(taken.filter((row) => row.classId === level && row.sessionId === session).map((row) => row.arm)),
        found,
      );
  };
  const crumb = { label: words.batches, href: address.href('/batches') };
  if (classes.length === 0)
    return (
      <>
        <PageHeader title={`Add ${word}`} breadcrumbs={[crumb]} />
        <EmptyState
          title={`Add ${withArticle(words.class.toLowerCase())} first`}
          action={<PrimaryLink href={address.href('/classes/new')}>Add {words.class.toLowerCase()}</PrimaryLink>}
        >
          Each {word} belongs to {withArticle(words.class.toLowerCase())}. Add one first.
        </EmptyState>
      </>
    );
  return (
    <>
      <PageHeader
        title={batch ? `Edit ${batch.name}` : `Add ${word}`}
        breadcrumbs={[
          { label: words.batches, href: address.href('/batches') },
          ...(batch ? [{ label: batch.name, href: back }] : []),
        ]}
      />
      <EditForm
        key={choice.institutionId}
        opened={choice.opened}
        action={batch ? `/batches/${batch.id}` : '/batches'}
        submit={batch ? `Save ${word}` : `Add ${word}`}
        cancelHref={back}
      >
        <FormSection>
          {!batch && <InstitutionChoice {...choice} />}
          {batch ? (
            <input type="hidden" name="sessionId" value={batch.sessionId} />
          ) : (
            <SelectField
              name="sessionId"
              label="Session"
              value={String(sessionId || '')}
              onChange={(event) => choose(classId, Number(event.target.value))}
              options={sessions.map((session) => ({
                value: String(session.id),
                label: session.isCurrent ? `${session.name} (current)` : session.name,
              }))}
            />
          )}
          {moreClasses ? (
            <SearchSelectField
              name="classId"
              label={words.class}
              defaultChoice={chosenIn(classes, batch?.classId)}
              onChange={(choice) => choose(Number(choice?.value ?? 0), sessionId, choice?.label)}
              search={`/structure/class-options?institution_id=${choice.institutionId}`}
            />
          ) : (
            <SelectField
              name="classId"
              label={words.class}
              value={String(classId || '')}
              onChange={(event) => choose(Number(event.target.value), sessionId)}
              groups={grouped(classes)}
            />
          )}
          <FieldRow>
            <TextField
              name="arm"
              label="Arm"
              optional
              value={arm}
              onChange={(event) => propose(classId, sessionId, event.target.value)}
              maxLength={40}
              autoComplete="off"
              help="For example A, B or Science. Leave empty if there is only one."
            />
            <NumberField
              name="capacity"
              label="Seats"
              min={1}
              max={5000}
              step={1}
              defaultValue={batch?.capacity ?? 40}
            />
          </FieldRow>
          <TextField
            name="name"
            label="Name"
            value={name}
            maxLength={120}
            autoComplete="off"
            help="Must be unique in the session."
            onChange={(event) => {
              isOwn.current = event.target.value !== '';
              setName(event.target.value);
            }}
          />
          <SearchMultiSelectField
            name="teacherIds[]"
            label={`${words.class} teachers`}
            optional
            placeholder={MULTI_SELECT_EMPTY}
            defaultChoices={teachers}
            search={`/batches/teacher-options?institution_id=${choice.institutionId}`}
          />
        </FormSection>
      </EditForm>
    </>
  );
}

/** The next free arm: A, B, C …; empty if the arms aren't single letters. */
export function proposeArm(taken: string[]): string {
  if (taken.some((arm) => !/^[A-Z]?$/.test(arm))) return '';
  const letter = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((arm) => !taken.includes(arm));
  return letter ?? '';
}
