import { router } from '@inertiajs/core';
import { useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { BulkBar } from '#ui/lists/bulk-bar.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useWithInstitution } from '#web/client/use-institution-column.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { sheetListPage } from '../setup.queries.ts';
import { askToOpen } from './ask-to-open.ts';
import { sheetColumns } from './sheet-columns.tsx';
import { SheetDialog, DueDialog, missingOf, sheetOffers, type SheetOffer } from './sheet-dialog.tsx';
import classes from '../shared/setup.module.css';
import { countOf } from '#ui/format.ts';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FillBar } from '#ui/records/fill-bar.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import type { CourseProgress } from './progress.queries.ts';
import type { SheetRow } from './sheets.queries.ts';

/** The batches of a term: whose marks are open, how far they are, and the next step. */
export default function SheetListPage({ terms, term, rows, progress, can, openers }: PropsOf<typeof sheetListPage>) {
  const address = useAddress();
  const words = useTerms();
  const withInstitution = useWithInstitution();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [offer, setOffer] = useState<SheetOffer | null>(null);
  const [isOpening, setIsOpening] = useState(false);
  const [isDue, setIsDue] = useState(false);
  const chosen = rows.filter(({ batchId }) => selected.has(batchId));
  const ids = chosen.flatMap(({ id }) => id ?? []);
  const missing = missingOf((progress ?? []).filter(({ sheetId }) => ids.includes(sheetId)));
  const clear = () => setSelected(new Set());
  const close = () => {
    setOffer(null);
    setIsOpening(false);
    setIsDue(false);
    clear();
  };
  return (
    <>
      <PageHeader title="Marks" />
      {term && (
        <div className={classes.term} data-tour="term-choice">
          <ChoiceField
            name="term"
            label="Term"
            value={String(term.id)}
            onChange={(event) => address.go({ term: event.target.value })}
            options={terms.map(({ id, name, session, institutionId }) => ({
              value: String(id),
              label: withInstitution(`${name}, ${session}`, institutionId),
            }))}
          />
        </div>
      )}
      {openers && term && (
        <p className={classes.term}>Some marks are not open yet. {askToOpen(openers, term.institutionId)}</p>
      )}
      <Unfinished key={term?.id} rows={rows} progress={progress} />
      {rows.length === 0 ? (
        <EmptyState
          title={`No ${words.batches.toLowerCase()} in this term`}
          action={<LinkButton href={address.href('/batches')}>Go to {words.batches.toLowerCase()}</LinkButton>}
        >
          Marks are entered by {words.batch.toLowerCase()} and term. Add a session with terms, and its{' '}
          {words.batches.toLowerCase()}.
        </EmptyState>
      ) : (
        <DataTable
          name="mark-sheets"
          caption="Mark sheets"
          columns={sheetColumns(words, progress, address.href)}
          rows={rows}
          rowId={({ batchId }) => batchId}
          rowLabel={({ batch }) => batch}
          {...(Object.values(can).some(Boolean) && { selection: { selected, onChange: setSelected } })}
        />
      )}
      <BulkBar count={chosen.length} onClear={clear}>
        {can.open && !term?.isClosed && chosen.every(({ id }) => id === null) && (
          <Button onClick={() => setIsOpening(true)}>Open for marks</Button>
        )}
        {can.open && chosen.every(({ state }) => state === 'open') && (
          <Button onClick={() => setIsDue(true)}>Change due day</Button>
        )}
        {can.print && ids.length > 0 && ids.length === chosen.length && (
          <Button onClick={() => router.post('/card-files', { ids })}>Print report cards</Button>
        )}
        {sheetOffers
          .filter(({ from, may }) => can[may] && chosen.every(({ state }) => state === from))
          .map((one) => (
            <Button key={one.act} onClick={() => setOffer(one)}>
              {one.label}
            </Button>
          ))}
      </BulkBar>
      {term && (
        <OpenDialog isOpen={isOpening} onClose={close} term={term} batchIds={chosen.map(({ batchId }) => batchId)} />
      )}
      <DueDialog isOpen={isDue} onClose={close} ids={ids} dueOn={chosen[0]?.dueOn ?? null} />
      <SheetDialog offer={offer} onClose={close} ids={ids} missing={missing} />
    </>
  );
}

interface OpenDialogProps {
  isOpen: boolean;
  onClose: () => void;
  term: { id: number; name: string; session: string };
  batchIds: number[];
}

/** Opens the entry of marks for the ticked batches. */
const OpenDialog = ({ isOpen, onClose, term, batchIds }: OpenDialogProps) => (
  <Dialog open={isOpen} onClose={onClose} title={`Open ${countOf(batchIds.length, 'sheet')}`}>
    {isOpen && (
      <EditForm action="/mark-sheets" submit="Open" onSuccess={onClose} guard={false}>
        <input type="hidden" name="termId" value={term.id} />
        {batchIds.map((id) => (
          <input key={id} type="hidden" name="batchIds[]" value={id} />
        ))}
        <p>
          Teachers can enter the marks of {term.name}, {term.session}, with the schemes that currently apply.
        </p>
        <DatePickerField name="dueOn" label="Marks are due on" optional />
      </EditForm>
    )}
  </Dialog>
);

type Row = CourseProgress & { id: string; batch: string; dueOn: string | null };

const nobody = 'No teacher';

/** Who has not entered what: the courses of open sheets that are not finished, by teacher. */
function Unfinished({ rows, progress }: { rows: SheetRow[]; progress: CourseProgress[] | undefined }) {
  const { href } = useAddress();
  const words = useTerms();
  const [chosen, setChosen] = useState('');
  const open = new Map(rows.filter(({ state }) => state === 'open').map((row) => [row.id, row]));
  const courses = (progress ?? []).flatMap((course): Row[] => {
    const sheet = open.get(course.sheetId);
    if (!sheet || course.isDone || course.expected === 0) return [];
    return [{ ...course, id: `${course.sheetId}:${course.courseId}`, batch: sheet.batch, dueOn: sheet.dueOn }];
  });
  if (courses.length === 0) return null;
  const byTeacher = [...Map.groupBy(courses, ({ teacher }) => teacher ?? nobody)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const noun = (n: number) => countOf(n, words.course.toLowerCase(), words.courses.toLowerCase());
  const shown = chosen === '*' ? courses : courses.filter(({ teacher }) => (teacher ?? nobody) === chosen);
  const columns: Column<Row>[] = [
    {
      key: 'course',
      title: words.course,
      primary: true,
      wraps: true,
      render: ({ course, batch, code }) => (
        <>
          {course}, {batch} <Secondary>{code}</Secondary>
        </>
      ),
    },
    { key: 'teacher', title: 'Teacher', card: 'line', render: ({ teacher }) => teacher ?? nobody },
    {
      key: 'entered',
      title: 'Entered',
      card: 'line',
      render: ({ entered, expected }) => <FillBar label="Marks entered" value={entered} max={expected} isGoal />,
    },
    { key: 'due', title: 'Due', card: 'aside', render: ({ dueOn }) => <DateText value={dueOn} /> },
  ];
  return (
    <>
      <div className={classes.term}>
        <ChoiceField
          name="unfinished"
          label="Not finished"
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          options={[
            { value: '', label: `${noun(courses.length)} of ${countOf(byTeacher.length, 'teacher')}` },
            { value: '*', label: 'Everyone' },
            ...byTeacher.map(([teacher, all]) => ({ value: teacher, label: `${teacher}: ${noun(all.length)}` })),
          ]}
        />
      </div>
      {chosen !== '' && (
        <div className={classes.unfinished}>
          <DataTable
            name="unfinished-marks"
            caption="Not finished"
            columns={columns}
            rows={shown}
            rowId={({ id }) => id}
            rowHref={({ sheetId, courseId }) => href(`/mark-sheets/${sheetId}/courses/${courseId}`)}
          />
        </div>
      )}
    </>
  );
}
