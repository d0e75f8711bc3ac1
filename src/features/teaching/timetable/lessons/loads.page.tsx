import { router } from '@inertiajs/core';
import { useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { opensModal } from '#ui/overlays/modal.ts';
import { EmptyState } from '#ui/states.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { lastPeriod, batchesOf, type Draft } from '../draft/draft.ts';
import { loadKey, loadsOf, loadText, parseLoad, sharedPeriods } from './loads.ts';
import classes from '../shared/making.module.css';
import { VersionHeader } from '../shared/version-header.tsx';
import type { loadsPage, VersionCan } from '../timetable.pages.ts';
import { askThenPost } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { Board } from '../draft/board.ts';
import type { Version } from '../versions/versions.queries.ts';
import { Secondary } from '#ui/text.tsx';
import type { OfferedLoad } from './loads.queries.ts';
import { NoCell, ScrollRegion } from '../shared/scroll-region.tsx';

/** How many lessons a week each course has in each batch. */
export default function LoadsPage({ version, draft, offered, can }: PropsOf<typeof loadsPage>) {
  const { href } = useAddress();
  const words = useTerms(version.institutionId);
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
          Choose the {words.courses.toLowerCase()} of each {words.batch.toLowerCase()} and their teachers.
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

interface SharedSetsProps {
  version: Version;
  draft: Draft;
  shared: Draft['sets'];
  can: VersionCan;
}

/** Lessons of several batches together, and blocks of electives. */
function SharedSets({ version, draft, shared, can }: SharedSetsProps) {
  const { href } = useAddress();
  if (shared.length === 0) return null;
  const board = new Board(draft);
  const path = (id: number, act: string) => `/timetables/${version.id}/blocks/${id}/${act}`;
  return (
    <Card title="Combined lessons and electives" flush>
      <table className={classes.bells}>
        <caption className="visually-hidden">Combined lessons and electives</caption>
        <tbody>
          {shared.map((set) => {
            const periods = draft.lessons.filter(({ setId }) => setId === set.id);
            const sum = periods.reduce((all, { length }) => all + length, 0);
            return (
              <tr key={set.id}>
                <th scope="row">{board.titleOf(set)}</th>
                <td>
                  {batchesOf(set)
                    .map((id) => board.names.batch.get(id))
                    .join(', ')}
                </td>
                <td>{countOf(sum, 'period')} a week</td>
                {can.edit && (
                  <td>
                    <LinkButton small href={href(`/timetables/${version.id}/blocks/${set.id}`)} onClick={opensModal}>
                      Edit
                    </LinkButton>{' '}
                    <Button
                      small
                      tone="bad"
                      onClick={() =>
                        void askThenPost(path(set.id, 'remove'), {
                          title: `Remove ${board.titleOf(set)}?`,
                          body: 'Its lessons are removed from the grid too.',
                          action: 'Remove',
                          tone: 'bad',
                        })
                      }
                    >
                      Remove
                    </Button>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}

interface LoadTableProps {
  draft: Draft;
  offered: OfferedLoad[];
  shared: Draft['sets'];
  perWeek: number;
  canEdit: boolean;
  /** The institution’s word for a course. */
  word: string;
  keyOf: (batchId: number, courseId: number) => string;
  textOf: (key: string) => string;
  onType: (keys: string[], text: string) => void;
}

/** Courses by batches, with a column that fills a whole row. */
function LoadTable({ draft, offered, shared, perWeek, canEdit, word, keyOf, textOf, onType }: LoadTableProps) {
  const batches = [...new Map(offered.map(({ batchId, batch }) => [batchId, batch]))];
  const courses = [...new Map(offered.map((row) => [row.courseId, row])).values()].toSorted((one, other) =>
    one.title.localeCompare(other.title),
  );
  const isOffered = new Set(offered.map(({ batchId, courseId }) => keyOf(batchId, courseId)));
  const keysOf = (courseId: number) =>
    batches.map(([batchId]) => keyOf(batchId, courseId)).filter((key) => isOffered.has(key));
  const total = (batchId: number) =>
    courses.reduce(
      (sum, { courseId }) => {
        const key = keyOf(batchId, courseId);
        const load = isOffered.has(key) ? parseLoad(textOf(key)) : null;
        return sum + (load ? load.singles + 2 * load.doubles : 0);
      },
      sharedPeriods(draft, shared, batchId),
    );
  const input = (key: string, label: string) => (
    <input
      type="text"
      aria-label={label}
      aria-describedby="load-help"
      aria-invalid={parseLoad(textOf(key)) === null || undefined}
      value={textOf(key)}
      maxLength={6}
      autoComplete="off"
      onChange={(event) => onType([key], event.currentTarget.value)}
    />
  );
  return (
    <ScrollRegion label="Lessons a week" tour="timetable-loads">
      <table className={classes.loads}>
        <caption className="visually-hidden">Lessons a week</caption>
        <thead>
          <tr>
            <th scope="col">{word}</th>
            {canEdit && batches.length > 1 && (
              <th scope="col" className={classes.all}>
                All
              </th>
            )}
            {batches.map(([id, name]) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {courses.map(({ courseId, title, electiveGroup }) => {
            const keys = keysOf(courseId);
            const texts = new Set(keys.map(textOf));
            return (
              <tr key={courseId}>
                <th scope="row">
                  {title} {electiveGroup && <Secondary>{electiveGroup}</Secondary>}
                </th>
                {canEdit && batches.length > 1 && (
                  <td className={classes.all}>
                    <input
                      type="text"
                      aria-label={`${title}, all`}
                      aria-describedby="load-help"
                      value={texts.size === 1 ? [...texts][0]! : ''}
                      placeholder={texts.size > 1 ? 'mixed' : ''}
                      maxLength={6}
                      autoComplete="off"
                      onChange={(event) => onType(keys, event.currentTarget.value)}
                    />
                  </td>
                )}
                {batches.map(([batchId, batch]) => {
                  const key = keyOf(batchId, courseId);
                  if (!isOffered.has(key)) return <NoCell key={batchId} words="Not offered" />;
                  return <td key={batchId}>{canEdit ? input(key, `${title}, ${batch}`) : textOf(key)}</td>;
                })}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Periods a week</th>
            {canEdit && batches.length > 1 && <NoCell className={classes.all} />}
            {batches.map(([id]) => (
              <td key={id}>
                {total(id)} of {perWeek}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  );
}
