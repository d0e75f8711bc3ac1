import { router } from '@inertiajs/core';
import { useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { opensModal } from '#ui/overlays/modal.ts';
import { EmptyState } from '#ui/states.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { PropsOf } from '#web/page.ts';
import { lastPeriod } from '../draft/draft.ts';
import { LoadTable } from './load-table.tsx';
import { loadKey, loadsOf, loadText, parseLoad } from './loads.ts';
import classes from '../shared/making.module.css';
import { SharedSets } from './shared-sets.tsx';
import { VersionHeader } from '../shared/version-header.tsx';
import type { loadsPage } from '../timetable.pages.ts';

/** How many lessons a week each course has in each batch. */
export default function LoadsPage({ version, draft, offered, can }: PropsOf<typeof loadsPage>) {
  const { href } = useAddress();
  const words = useWords(version.institutionId);
  const classIds = [...new Map(offered.map(({ classId, className }) => [classId, className]))];
  const [classId, setClass] = useState('');
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const { own, shared } = loadsOf(draft);
  const shown = offered.filter((row) => classId === '' || String(row.classId) === classId);
  const loadAt = (key: string) => own.get(key) ?? { singles: 0, doubles: 0 };
  const textOf = (key: string) => typed[key] ?? loadText(loadAt(key));
  const changes = Object.entries(typed).filter(([key, text]) => text !== loadText(loadAt(key)));
  const wrong = changes.filter(([, text]) => parseLoad(text) === null).length;
  const save = () => {
    const loads = changes.map(([key, text]) => {
      const [batchId, courseId] = key.split('-').map(Number);
      return { batchId, courseId, ...parseLoad(text)!, was: loadAt(key) };
    });
    router.post(`/timetables/${version.id}/lessons`, { loads } as never, {
      preserveScroll: true,
      preserveState: true,
      onStart: () => setBusy(true),
      onFinish: () => setBusy(false),
      onSuccess: () => setTyped({}),
    });
  };
  const perWeek = draft.days.reduce((sum, day) => sum + lastPeriod(day), 0);
  return (
    <>
      <VersionHeader version={version} can={can} />
      {offered.length === 0 ? (
        <EmptyState
          title={`No ${words.courses.toLowerCase()} are offered`}
          action={<LinkButton href={href('/batches')}>{words.batches}</LinkButton>}
        >
          Say which {words.courses.toLowerCase()} each {words.batch.toLowerCase()} takes, and who teaches them.
        </EmptyState>
      ) : (
        <>
          <div className={classes.foot}>
            <SelectField
              name="class"
              label={words.class}
              placeholder={`All ${words.classes.toLowerCase()}`}
              options={classIds.map(([id, name]) => ({ value: String(id), label: name }))}
              value={classId}
              onChange={(event) => setClass(event.currentTarget.value)}
            />
            {can.edit && (
              <LinkButton href={href(`/timetables/${version.id}/blocks/new`)} onClick={opensModal}>
                Add combined lessons or electives
              </LinkButton>
            )}
          </div>
          <p id="load-help">
            Type the lessons a week: 4 for four single lessons, 3+1 for three single and one double.{' '}
            {countOf(perWeek, 'period')} a week.
          </p>
          <LoadTable
            draft={draft}
            offered={shown}
            shared={shared}
            textOf={textOf}
            perWeek={perWeek}
            canEdit={can.edit}
            word={words.course}
            onType={(keys, text) =>
              setTyped((now) => ({ ...now, ...Object.fromEntries(keys.map((key) => [key, text])) }))
            }
            keyOf={loadKey}
          />
          {can.edit && (
            <div className={classes.foot}>
              <Button tone="primary" loading={busy} disabled={changes.length === 0 || wrong > 0} onClick={save}>
                Save lessons
              </Button>
              <span role="status">
                {wrong > 0
                  ? `${countOf(wrong, 'cell')} can’t be read. Type 4 or 3+1.`
                  : changes.length > 0
                    ? `${countOf(changes.length, 'cell')} changed.`
                    : ''}
              </span>
            </div>
          )}
          <SharedSets version={version} draft={draft} shared={shared} can={can} />
        </>
      )}
    </>
  );
}
