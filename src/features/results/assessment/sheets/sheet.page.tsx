import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { sheetPage } from '../setup.queries.ts';
import { SheetBadge } from '../shared/sheet-badge.tsx';
import { courseColumns } from './sheet-columns.tsx';
import { SheetDialog, DueDialog, missingOf, sheetOffers, type SheetOffer } from './sheet-dialog.tsx';
import { Link } from '#ui/link.tsx';
import { countOf, count } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DateText, Secondary } from '#ui/text.tsx';
import classes from '../shared/setup.module.css';
import { checkKinds, type Check, type CheckKind } from '../checks/find-checks.ts';

/** The marks of one batch in a term, by course. */
export default function SheetPage({ sheet, courses, can, late, checks }: PropsOf<typeof sheetPage>) {
  const { href } = useAddress();
  const words = useTerms();
  const [offer, setOffer] = useState<SheetOffer | null>(null);
  const [isDue, setIsDue] = useState(false);
  return (
    <>
      <PageHeader
        title={`${sheet.batch}, ${sheet.term}`}
        breadcrumbs={[{ label: 'Marks', href: href('/mark-sheets') }]}
        more={[
          { label: 'Attendance and remarks', href: href(`/mark-sheets/${sheet.id}/notes`) },
          { label: 'Broadsheet', href: href(`/mark-sheets/${sheet.id}/broadsheet`) },
          ...(sheet.state === 'published' && can.correct
            ? [
                { label: 'Correct marks', href: href(`/mark-sheets/${sheet.id}/correction`) },
                { label: 'Corrections', href: href(`/result-corrections?sheet=${sheet.id}`) },
              ]
            : []),
          { label: 'Report cards (PDF)', href: `/mark-sheets/${sheet.id}/report-cards.pdf`, external: true },
        ]}
        action={
          <>
            {can.open && sheet.state === 'open' && <Button onClick={() => setIsDue(true)}>Change due day</Button>}
            {sheetOffers
              .filter(({ from, may }) => from === sheet.state && can[may])
              .map((one) => (
                <Button key={one.act} tone={one.needsReason ? undefined : 'primary'} onClick={() => setOffer(one)}>
                  {one.label}
                </Button>
              ))}
          </>
        }
      />
      <p className={classes.head}>
        <SheetBadge state={sheet.state} /> {sheet.session}
        {sheet.dueOn && (
          <>
            , due on <DateText value={sheet.dueOn} />
          </>
        )}
      </p>
      <DataTable
        name="mark-sheet"
        caption={`${words.courses} of ${sheet.batch}`}
        columns={courseColumns(words.course)}
        rows={courses}
        rowId={({ courseId }) => courseId}
        rowHref={({ courseId }) => href(`/mark-sheets/${sheet.id}/courses/${courseId}`)}
      />
      {late.length > 0 && (
        <section className={classes.checks} aria-labelledby="late">
          <h2 id="late">Without a result</h2>
          <p className={classes.head}>
            {countOf(late.length, 'student')} joined after the results were published. Add a late result for each; a
            second person must approve it.
          </p>
          <ul>
            {late.map(({ id, name }) => (
              <li key={id}>
                <Link href={href(`/mark-sheets/${sheet.id}/students/${id}/correction`)}>{name}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <DueDialog isOpen={isDue} onClose={() => setIsDue(false)} ids={[sheet.id]} dueOn={sheet.dueOn} isOnSheet />
      <CheckList sheetId={sheet.id} checks={checks} />
      <SheetDialog
        offer={offer}
        ids={[sheet.id]}
        name={sheet.batch}
        missing={missingOf(courses)}
        onClose={() => setOffer(null)}
        isOnSheet
      />
    </>
  );
}

/** What is worth a look before the sheet is approved; each line leads to its cell. */
function CheckList({ sheetId, checks }: { sheetId: number; checks: Check[] | undefined }) {
  const { href } = useAddress();
  const byKind = Map.groupBy(checks ?? [], ({ kind }) => kind);
  const target = ({ courseId, cell, studentId, page }: Check) =>
    courseId === undefined
      ? href(page ? `/mark-sheets/${sheetId}/${page}` : `/students/${studentId}`)
      : `${href(`/mark-sheets/${sheetId}/courses/${courseId}`)}${cell ? `#cell-${cell}` : ''}`;
  return (
    <section className={classes.checks}>
      <h2>Before approval</h2>
      {!checks && <Secondary>Checking…</Secondary>}
      {checks?.length === 0 && <p className={classes.sum}>Every mark is in and nothing looks unusual.</p>}
      {[...byKind].map(([kind, found]) => (
        <details key={kind} open={found.length <= 12}>
          <summary>
            {checkKinds[kind as CheckKind]} <Secondary>{count(found.length)}</Secondary>
          </summary>
          <ul>
            {found.map((check, at) => (
              <li key={at}>
                <Link href={target(check)}>{check.words}</Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
