import { useState } from 'react';
import { LinkButton, PrimaryButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { marksPage } from './exam.routes.ts';
import { MarksGrid } from './marks-grid.tsx';
import classes from './marks.module.css';
import { router } from '@inertiajs/core';
import { countOf } from '#ui/format.ts';
import { toast } from '#ui/overlays/toast.ts';
import { CheckedFile } from '#web/client/checked-file.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { Examination } from './exam-marks.queries.ts';
import type { CheckedMarks } from './read-marks-file.ts';
import type { SavedMarks } from './save-marks.ts';

/** Marks of the entrance examination, typed as in a spreadsheet. */
export default function MarksPage({ exam, sitting, rows, total, can }: PropsOf<typeof marksPage>) {
  const { href } = useAddress();
  const [isUploading, setUploading] = useState(false);
  // The grid shows what a file has brought.
  const [uploads, setUploads] = useState(0);
  const here = `/intakes/${exam.id}/marks`;
  return (
    <>
      <PageHeader
        title="Marks"
        breadcrumbs={[
          { label: exam.name, href: href(`/intakes/${exam.id}`) },
          { label: 'Entrance examination', href: href(`/intakes/${exam.id}/exam`) },
        ]}
        action={can.review && <PrimaryButton onClick={() => setUploading(true)}>Upload marks</PrimaryButton>}
        more={[can.review && { label: 'Download template', href: `${here}.xlsx`, external: true }]}
      />
      {exam.sittings.length > 0 && (
        <Tabs
          label="Sittings"
          items={[
            { label: 'All applicants', href: href(here), active: sitting === null },
            ...exam.sittings.map(({ id, venue, taken }) => ({
              label: venue,
              href: href(here, { sitting: String(id) }),
              active: sitting === id,
              count: taken,
            })),
          ]}
        />
      )}
      {rows.rows.length === 0 ? (
        <EmptyState
          title="No applicants here"
          action={<LinkButton href={href(`/intakes/${exam.id}/exam`)}>Go to sittings</LinkButton>}
        >
          Marks are entered for applicants who have sent their application. Give them seats to see them by hall.
        </EmptyState>
      ) : (
        <>
          {can.review && (
            <p className={classes.hint} data-tour="marks-hint">
              Type a mark and press Enter, or paste a block from a spreadsheet. Type <b>absent</b> for applicants who
              didn’t come. An empty cell is not entered yet. Marks are saved as you type.
            </p>
          )}
          <MarksGrid
            key={`${exam.id} ${sitting} ${uploads}`}
            exam={exam}
            sitting={sitting}
            total={total}
            first={rows}
            canEdit={can.review}
          />
        </>
      )}
      <MarksFile
        exam={exam}
        open={isUploading}
        onClose={() => setUploading(false)}
        onSaved={() => setUploads(uploads + 1)}
      />
    </>
  );
}

interface MarksFileProps {
  exam: Examination;
  open: boolean;
  onClose: () => void;
  /** The page has the new marks. */
  onSaved: () => void;
}

/** Marks from a file: it is checked first, and saved after a look. */
function MarksFile({ exam, open, onClose, onSaved }: MarksFileProps) {
  const { send, busy, message } = useRemote<SavedMarks>();
  const here = `/intakes/${exam.id}/marks`;
  const save = async ({ marks }: CheckedMarks) => {
    const answer = await send('post', here, { marks } as never);
    if (!answer) return false;
    const { saved, problems } = answer.json;
    toast({
      tone: problems.length ? 'bad' : 'good',
      message: `${countOf(saved, 'mark')} saved.${problems.length ? ` ${countOf(problems.length, 'mark was', 'marks were')} changed by someone else in the meantime and weren’t replaced. Upload the file again to compare them.` : ''}`,
    });
    router.reload({ onSuccess: onSaved });
    return true;
  };
  return (
    <CheckedFile<CheckedMarks>
      open={open}
      onClose={onClose}
      busy={busy}
      message={message}
      save={save}
      title="Upload marks"
      action={`${here}/check`}
      noun="mark"
      changesOf={({ marks }) => marks.length}
      about={
        <>
          A CSV or Excel file with the columns Number and one or more of:{' '}
          {exam.tests.map(({ label }) => label).join(', ')}
          {exam.tests.length > 0 && ', '}Interview. <a href={`${here}.xlsx`}>Download the template</a> with all
          applicants.
        </>
      }
    />
  );
}
