import { listLimits } from '#kernel/list-limits.ts';
import { ListEnd } from '#ui/list-end.tsx';
import { useRef, useState } from 'react';
import { EditForm, FieldRow, FormSection } from '#ui/edit-form.tsx';
import { NumberField, TextField } from '#ui/fields.tsx';
import { textName } from '#ui/format.ts';
import { InstitutionChoice } from '#ui/institution-choice.tsx';
import { MultiSelectField } from '#ui/multi-select.tsx';
import { EmptyState } from '#ui/states.tsx';
import { LinkButton } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { useWords } from '#web/client/use-words.ts';
import { grouped } from '../parts/grouped.ts';
import { proposeArm } from '../propose-arm.ts';
import type { batchForm } from '../structure.pages.ts';

/** A class in a session, with an arm; the name proposes itself. */
export default function BatchFormPage({
  batch,
  sessions,
  classes,
  taken,
  teachers,
  ...choice
}: PropsOf<typeof batchForm>) {
  const address = useAddress();
  const words = useWords(choice.institutionId);
  const word = words.batch.toLowerCase();
  const back = address.href(batch ? `/batches/${batch.id}` : '/batches');
  const current = sessions.find((one) => one.isCurrent) ?? sessions[0];
  const [classId, setClassId] = useState(batch?.classId ?? 0);
  const [sessionId, setSessionId] = useState(batch?.sessionId ?? current?.id ?? 0);
  const [arm, setArm] = useState(batch?.arm ?? '');
  const [name, setName] = useState(batch?.name ?? '');
  // A name that the person typed is left alone.
  const isOwn = useRef(Boolean(batch));
  const propose = (level: number, session: number, nextArm: string) => {
    setArm(nextArm);
    const className = classes.find((one) => one.id === level)?.name ?? '';
    if (!isOwn.current) setName([className, nextArm].filter(Boolean).join(' '));
  };
  const choose = (level: number, session: number) => {
    setClassId(level);
    setSessionId(session);
    if (!batch && level)
      propose(
        level,
        session,
        proposeArm(taken.filter((one) => one.classId === level && one.sessionId === session).map((one) => one.arm)),
      );
  };
  const crumb = { label: words.batches, href: address.href('/batches') };
  if (classes.length === 0)
    return (
      <>
        <PageHeader title={`Create ${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`} breadcrumbs={[crumb]} />
        <EmptyState
          title={`Create a ${words.class.toLowerCase()} first`}
          action={
            <LinkButton tone="primary" href={address.href('/classes/new')}>
              Create {words.class.toLowerCase()}
            </LinkButton>
          }
        >
          A {word} belongs to a {words.class.toLowerCase()}, and there is none yet.
        </EmptyState>
      </>
    );
  return (
    <>
      <PageHeader
        title={batch ? `Edit ${batch.name}` : `Create ${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`}
        breadcrumbs={[
          { label: words.batches, href: address.href('/batches') },
          ...(batch ? [{ label: batch.name, href: back }] : []),
        ]}
      />
      <EditForm
        key={choice.institutionId}
        opened={choice.opened}
        action={batch ? `/batches/${batch.id}` : '/batches'}
        submit={batch ? `Save ${word}` : `Create ${word}`}
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
              options={sessions.map((one) => ({
                value: String(one.id),
                label: one.isCurrent ? `${one.name} (current)` : one.name,
              }))}
            />
          )}
          <SelectField
            name="classId"
            label={words.class}
            value={String(classId || '')}
            onChange={(event) => choose(Number(event.target.value), sessionId)}
            groups={grouped(classes)}
          />
          <FieldRow>
            <TextField
              name="arm"
              label="Arm"
              optional
              value={arm}
              onChange={(event) => propose(classId, sessionId, event.target.value)}
              maxLength={40}
              autoComplete="off"
              help="A, B, Science … Empty where there is only one."
            />
            <NumberField
              name="capacity"
              label="Places"
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
            help="Unique in the session."
            onChange={(event) => {
              isOwn.current = event.target.value !== '';
              setName(event.target.value);
            }}
          />
          <MultiSelectField
            name="teacherIds[]"
            label={`${words.class} teachers`}
            optional
            defaultValue={batch?.teacherIds.map(String)}
            options={teachers.map((one) => ({
              value: String(one.id),
              label: textName(one),
              hint: one.department ?? one.jobTitle ?? undefined,
            }))}
            help={teachers.length === 0 ? 'There are no employees yet.' : undefined}
          />
          <ListEnd
            shown={teachers.length}
            limit={listLimits.employees}
            next="Record the exit of employees who left to see the others."
          />
        </FormSection>
      </EditForm>
    </>
  );
}
