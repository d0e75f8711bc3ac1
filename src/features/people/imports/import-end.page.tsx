import { LinkButton, Button } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { DateText, Secondary, DateTimeText } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { kindLabels, type ImportKind } from './kinds/kind-labels.ts';
import { importCrumbs } from './import-crumbs.ts';
import { Notice } from './notice.tsx';
import { LeftRows } from './left-rows.tsx';
import { Stack } from './stack.tsx';
import { StateBadge } from './state-badge.tsx';
import type { importEnd, ImportHead } from './imports.pages.ts';
import classes from './notice.module.css';
import { useState } from 'react';
import { router } from '@inertiajs/core';
import { confirm } from '#ui/overlays/confirm.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { explain, remote } from '#web/client/remote.ts';
import type { UndoResult } from './kinds/kind.ts';

/** The result of an import. */
export default function ImportEndPage({
  import: found,
  left,
  failure,
  mayCheckAgain,
  file,
  undoableUntil,
  undone,
}: PropsOf<typeof importEnd>) {
  const address = useAddress();
  const { one, many, home } = kindLabels[found.kind];
  // Several rows can belong to one guardian.
  const isPlain = found.state === 'done' && found.kind !== 'guardians';
  const known = isPlain ? found.rowCount - found.imported - found.bad : 0;
  const list = address.href(home, {
    institution_id: found.institutionId,
    sort: found.kind === 'openings' ? null : 'name',
  });
  return (
    <>
      <PageHeader
        title={found.fileName}
        breadcrumbs={importCrumbs(found.kind)}
        badge={<StateBadge state={found.state} />}
        description={
          found.state === 'done' ? `${countOf(found.imported, one)} imported for ${found.institution}.` : undefined
        }
        action={
          found.imported > 0 &&
          !undone && (
            <LinkButton tone="primary" href={list}>
              View {many}
            </LinkButton>
          )
        }
      />
      <Stack>
        {failure && <Notice tone="bad">{failure}</Notice>}
        {found.state === 'cancelled' && (
          <Notice>
            {found.imported ? 'Records imported before the cancellation remain.' : 'Nothing was imported.'}
          </Notice>
        )}
        {undone && <UndoneNotice kind={found.kind} {...undone} />}
        <Stats>
          <Stat label="Rows" value={found.rowCount} />
          <Stat label="Imported" value={found.imported} />
          <Stat label="Rows with problems" value={found.bad} />
          {known > 0 && (
            <Stat label={found.kind === 'openings' ? 'Balances of zero' : 'Already existed'} value={known} />
          )}
        </Stats>
        <LeftRows id={found.id} left={left} bad={found.bad} isGone={file.isGone} />
        <p>
          <Secondary>
            {file.wasErased ? (
              <>
                The file was deleted on <DateText value={file.goesOn} /> because a person in it was erased. See the
                records for the results.
              </>
            ) : file.isGone ? (
              <>
                The file and its rows were deleted on <DateText value={file.goesOn} />. See the records for the results.
              </>
            ) : (
              <>
                The file is kept until <DateText value={file.goesOn} />.
              </>
            )}
          </Secondary>
        </p>
        <p className={classes.acts}>
          {mayCheckAgain && (
            <LinkButton href={address.href(`/imports/${found.id}`, { step: 'columns' })}>Map columns again</LinkButton>
          )}{' '}
          <LinkButton href={address.href('/imports/new', { kind: found.kind })}>Import another file</LinkButton>{' '}
          {undoableUntil && <UndoButton found={found} />}
        </p>
        {undoableUntil && (
          <p>
            <Secondary>
              The import can be undone until <DateText value={undoableUntil} /> for records that are not in use.
            </Secondary>
          </p>
        )}
      </Stack>
    </>
  );
}

/** Confirms with the counts, then undoes the import. */
function UndoButton({ found }: { found: ImportHead }) {
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    try {
      const { json } = await remote<UndoResult>('GET', `/imports/${found.id}/undo`);
      const yes = await confirm({
        title: `Undo the import of ${found.fileName}?`,
        body: <Counts kind={found.kind} result={json} isDone={false} />,
        action: 'Undo import',
        tone: 'bad',
      });
      if (yes) router.post(`/imports/${found.id}/undo`);
    } catch (error) {
      toast({ message: explain(error).message, tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void undo()}>
      Undo import
    </Button>
  );
}

/** The result of an undo. */
const UndoneNotice = ({ kind, at, result }: { kind: ImportKind; at: string; result: UndoResult }) => (
  <Notice>
    Undone on <DateTimeText value={at} />. <Counts kind={kind} result={result} isDone />
  </Notice>
);

/** The result of an undo, or a preview of it. */
function Counts({ kind, result, isDone }: { kind: ImportKind; result: UndoResult; isDone: boolean }) {
  const { one, many } = kindLabels[kind];
  const be = (count: number) => (isDone ? (count === 1 ? 'was' : 'were') : 'will be');
  const stay = (count: number) => (isDone ? (count === 1 ? 'stays' : 'stay') : 'will stay');
  const stays = Object.entries(result.stays);
  return (
    <>
      <span className={classes.words}>
        {countOf(result.removed, one)} {be(result.removed)} removed
        {result.restored > 0 &&
          `, and ${countOf(result.restored, one)} changed by the file ${be(result.restored)} restored`}
        .
      </span>
      {stays.map(([reason, count]) => (
        <span key={reason} className={classes.words}>
          {countOf(count, one)} {stay(count)}: {reason}.
        </span>
      ))}
      {result.kept > 0 && (
        <span className={classes.words}>
          {countOf(result.kept, one)} {stay(result.kept)} because of later changes to the same fields.
        </span>
      )}
      {!isDone && kind !== 'openings' && kind !== 'results' && (
        <span className={classes.words}>Numbers given to removed {many} are not used again.</span>
      )}
    </>
  );
}
