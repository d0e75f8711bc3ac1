import { LinkButton } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { DuplicatesForm } from './duplicates-form.tsx';
import { importCrumbs } from './import-crumbs.ts';
import { SkippedRows } from './skipped-rows.tsx';
import { Notice } from './notice.tsx';
import { NotationNotice } from './notation-notice.tsx';
import { OpeningTotals } from './opening-totals.tsx';
import { CorrectionsForm } from './corrections-form.tsx';
import { PendingChoices } from './pending-choices.tsx';
import { PreviewTable } from './preview-table.tsx';
import { RunForm } from './run-form.tsx';
import { Stack } from './stack.tsx';
import { cancelLabel, useCancel } from './use-cancel.ts';
import { usePendingChoices } from './use-pending-choices.ts';
import classes from './notice.module.css';
import type { importChecked } from './imports.pages.ts';

/** The third step: what will be saved, all problems and their correction, and the import button. */
export default function ImportCheckedPage({
  import: found,
  newWords,
  counts,
  preview,
  amounts,
  notation,
  lacking,
  alike,
  leftOut,
  failure,
  ...corrections
}: PropsOf<typeof importChecked>) {
  const address = useAddress();
  const cancel = useCancel(found);
  const choices = usePendingChoices(found.seen);
  const denied = (leftOut.create ?? 0) + (leftOut.edit ?? 0) + (leftOut.status ?? 0);
  return (
    <>
      <PageHeader
        title={found.fileName}
        breadcrumbs={importCrumbs(found.kind)}
        description={`Checked for ${found.institution}. Nothing is saved yet.`}
        action={
          <LinkButton href={address.href(`/imports/${found.id}`, { step: 'columns' })}>Change columns</LinkButton>
        }
        more={[{ label: cancelLabel(found), tone: 'bad', onSelect: cancel }]}
      />
      <Stack>
        {failure && <Notice tone="bad">{failure}</Notice>}
        <Stats>
          <Stat label="Rows" value={found.rowCount} />
          {Object.keys(counts).length === 0 ? (
            <Stat label="Ready" value={found.good} />
          ) : (
            <>
              <Stat label="New" value={counts.new ?? 0} />
              <Stat label="Updates" value={counts.update ?? 0} />
              {counts.part ? <Stat label="Joined" value={counts.part} hint="to another row" /> : null}
            </>
          )}
          <Stat label="Rows with problems" value={found.bad} />
          <Stat
            label="Skipped"
            value={found.skipped}
            hint={found.skipped ? (found.kind === 'openings' ? 'balances of zero' : 'already exist') : undefined}
          />
          {denied > 0 && <Stat label="Not permitted" value={denied} hint="skipped" />}
        </Stats>
        {amounts && <OpeningTotals {...amounts} />}
        {notation && <NotationNotice id={found.id} seen={found.seen} notation={notation} mayApply={choices.mayApply} />}
        {lacking.length > 0 && (
          <Notice tone="gold">
            {lacking.map(({ label, count: many }) => (
              <span key={label} className={classes.words}>
                {countOf(many, 'new person', 'new people')} without {label}, which your form requires.
              </span>
            ))}
            <span className={classes.words}>
              They will be imported anyway, and the field must be filled in at the next edit.
            </span>
          </Notice>
        )}
        <SkippedRows kind={found.kind} institutionId={found.institutionId} leftOut={leftOut} />
        <div {...choices.around}>
          <Stack>
            <CorrectionsForm import={found} newWords={newWords} {...corrections} />
            {alike.count > 0 && <DuplicatesForm id={found.id} seen={found.seen} kind={found.kind} alike={alike} />}
          </Stack>
        </div>
        <PreviewTable preview={preview} rowCount={found.rowCount} />
        {choices.isPending ? (
          <PendingChoices onDrop={choices.drop} />
        ) : (
          <RunForm {...found} denied={denied} alike={alike.count} />
        )}
      </Stack>
    </>
  );
}
