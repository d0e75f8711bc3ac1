import { Link } from '#ui/link.tsx';
import { count } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Secondary } from '#ui/text.tsx';
import { checkKinds, type Check, type CheckKind } from '../checks/find-checks.ts';
import classes from '../shared/setup.module.css';

/** What is worth a look before the sheet is approved; each line leads to its cell. */
export function CheckList({ sheetId, checks }: { sheetId: number; checks: Check[] | undefined }) {
  const { href } = useAddress();
  const byKind = Map.groupBy(checks ?? [], ({ kind }) => kind);
  const target = ({ courseId, cell, studentId, page }: Check) =>
    courseId === undefined
      ? href(page ? `/mark-sheets/${sheetId}/${page}` : `/students/${studentId}`)
      : `${href(`/mark-sheets/${sheetId}/courses/${courseId}`)}${cell ? `#cell-${cell}` : ''}`;
  return (
    <section className={classes.checks}>
      <h2>Before approval</h2>
      {!checks && <Secondary>Checking …</Secondary>}
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
