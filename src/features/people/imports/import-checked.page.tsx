import { PageHeader } from '#ui/page-header.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { DuplicatesForm } from './duplicates-form.tsx';
import { importCrumbs } from './import-crumbs.ts';
import { CorrectionsForm } from './corrections-form.tsx';
import { PreviewTable } from './preview-table.tsx';
import { RunForm } from './run-form.tsx';
import { Stack } from './stack.tsx';
import { cancelLabel, useCancel } from './use-cancel.ts';
import type { importChecked, ImportCheckedProps } from './imports.pages.ts';
import { Card } from '#ui/records/card.tsx';
import type { Amounts } from './imports.schema.ts';
import { LinkButton, Button } from '#ui/button.tsx';
import { countOf, money } from '#ui/format.ts';
import { Notice } from './notice.tsx';
import classes from './notice.module.css';
import { post } from '#ui/post.ts';
import { withTerms } from '#web/client/with-terms.ts';
import { useTerms } from '#web/client/use-terms.ts';
import { importActions, type ImportAction } from './import-actions.ts';
import { kindLabels, type ImportKind } from './kinds/kind-labels.ts';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useUnsavedGuard } from '#ui/forms/use-unsaved-guard.ts';
import { confirm } from '#ui/overlays/confirm.tsx';

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

/** In place of the import while choices above are not applied, so that they are not lost without a word. */
const PendingChoices = ({ onDrop }: { onDrop: () => void }) => (
  <Card title="Import">
    <Notice tone="gold">
      You made choices above that are not applied yet. Apply them with “Save and check again” or “Apply and check
      again”.
    </Notice>
    <p className={classes.acts}>
      <Button onClick={onDrop}>Import without them</Button>
    </p>
  </Card>
);

/** What importing would bring into the books. */
function OpeningTotals({ owed, credit, currency }: Amounts & { currency: string }) {
  if (!owed && !credit) return null;
  return (
    <Notice>
      {owed && (
        <span className={classes.words}>
          {countOf(owed.count, 'student owes', 'students owe')} {money(owed.total, currency)}: an invoice each.
        </span>
      )}
      {credit && (
        <span className={classes.words}>
          {countOf(credit.count, 'student has', 'students have')} {money(credit.total, currency)} of credit. It pays
          their open invoices.
        </span>
      )}
      <span className={classes.words}>
        Compare these sums with your old records. Each student gets an opening balance once; rows of students who have
        one are reported as problems.
      </span>
    </Notice>
  );
}

/** How the decimals of the file were read, with a cell as the example, and the button that reads them the other way. */
function NotationNotice({
  id,
  seen,
  notation: { isComma, value, row, read, contradicting },
  mayApply,
}: Pick<ImportCheckedProps['import'], 'id' | 'seen'> & {
  notation: NonNullable<ImportCheckedProps['notation']>;
  mayApply: () => Promise<boolean>;
}) {
  const change = async () => {
    if (await mayApply()) post(`/imports/${id}/notation`, { notation: isComma ? 'point' : 'comma', seen });
  };
  return (
    <Notice tone={contradicting > 0 ? 'gold' : 'info'}>
      <span className={classes.words}>
        {`Amounts are read with a decimal ${isComma ? 'comma' : 'point'}: “${value}” in row ${row} ${read === null ? 'can’t be read' : `is ${read}`}.`}
      </span>
      {contradicting > 0 && (
        <span className={classes.words}>
          {`${countOf(contradicting, 'cell is', 'cells are')} written the other way and reported below.`}
        </span>
      )}
      <span className={classes.acts}>
        <Button small onClick={() => void change()}>
          {isComma ? 'Read with a decimal point' : 'Read with a decimal comma'}
        </Button>
      </span>
    </Notice>
  );
}

interface SkippedRowsProps {
  kind: ImportKind;
  institutionId: number;
  leftOut: ImportCheckedProps['leftOut'];
}

/** What the import skips because the user has no permission to do it by hand. */
function SkippedRows({ kind, institutionId, leftOut }: SkippedRowsProps) {
  const words = useTerms(institutionId);
  const acts = importActions.filter((act) => leftOut[act]);
  if (acts.length === 0) return null;
  return (
    <Notice tone="gold">
      {acts.map((act) => (
        <span key={act} className={classes.words}>
          {withTerms(sentences[act](leftOut[act]!, kindLabels[kind].many), words)}
        </span>
      ))}
      <span className={classes.words}>
        A colleague with these permissions can open this import, check it again and run it in full.
      </span>
    </Notice>
  );
}

const sentences: Record<ImportAction, (rows: number, many: string) => string> = {
  create: (rows, many) => `${countOf(rows, 'row')} skipped: you don’t have permission to add ${many}.`,
  edit: (rows, many) => `${countOf(rows, 'row')} skipped: you don’t have permission to edit ${many}.`,
  status: (rows, many) => `${countOf(rows, 'row')} skipped: you don’t have permission to change the status of ${many}.`,
  seat: (rows) => `${countOf(rows, 'student')} added without {batch}: you don’t have permission to assign {batches}.`,
};

/**
 * Choices that were made on the page and not checked yet; a new check has another version of the plan. Each form is
 * applied alone, so it asks before choices in another one are lost, as a link does before all of them are.
 */
function usePendingChoices(seen: string) {
  const [chosen, setChosen] = useState<{ seen: string; forms: string[] }>({ seen, forms: [] });
  const isAgreed = useRef(false);
  const forms = chosen.seen === seen ? chosen.forms : [];
  const isUnsaved = useRef(false);
  useEffect(() => void (isUnsaved.current = forms.length > 0), [forms.length]);
  useUnsavedGuard(isUnsaved);
  const losesOthers = (form?: string) => forms.some((one) => one !== form);
  return {
    isPending: forms.length > 0,
    drop: () => setChosen({ seen, forms: [] }),
    /** Whether something else on the page may be applied. */
    mayApply: async () => !losesOthers() || confirm(question),
    /** For the element around the forms. */
    around: {
      onChange({ target }: FormEvent) {
        const form = (target as HTMLInputElement).form?.action;
        if (form && !forms.includes(form)) setChosen({ seen, forms: [...forms, form] });
      },
      async onSubmitCapture(event: FormEvent) {
        const form = event.target as HTMLFormElement;
        if (isAgreed.current || !losesOthers(form.action)) return;
        event.preventDefault();
        event.stopPropagation();
        isAgreed.current = await confirm(question);
        if (isAgreed.current) form.requestSubmit();
        isAgreed.current = false;
      },
    },
  };
}

const question = {
  title: 'Apply this alone?',
  body: 'You made other choices on this page that are not applied. They will be lost.',
  action: 'Apply this alone',
  tone: 'bad' as const,
};
