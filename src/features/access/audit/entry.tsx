import { Link } from '#ui/link.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { AuditRow } from './audit.list.ts';
import { EntryDetails } from './entry-details.tsx';
import classes from './audit-log.module.css';

// Records with their own page.
const pages: Record<string, string> = {
  student: '/students',
  employee: '/employees',
  guardian: '/guardians',
  account: '/accounts',
  role: '/roles',
  institution: '/institutions',
  batch: '/batches',
  course: '/courses',
  program: '/programs',
  import: '/imports',
};

/** An entry of the log, with expandable details. */
export function Entry({
  row,
  timeZone,
  institution,
}: {
  row: AuditRow;
  timeZone?: string | undefined;
  institution?: string;
}) {
  const address = useAddress();
  const page = row.subjectType && pages[row.subjectType];
  const time = new Date(row.at)
    .toLocaleTimeString('en-US', { timeZone, hour: '2-digit', minute: '2-digit', hour12: true })
    .toLowerCase();
  const hasDetails = Object.keys(row.details).length > 0;
  const sentence = (
    <>
      {row.accountId ? (
        <Link href={address.here({ person: row.accountId })}>{row.person}</Link>
      ) : (
        <span>{row.person}</span>
      )}{' '}
      {row.username && <span className={classes.account}>({row.username})</span>} {row.summary}
    </>
  );
  return (
    <li>
      <time dateTime={row.at}>{time}</time>
      <div className={classes.what}>
        {sentence}
        {hasDetails && (
          <details>
            <summary>
              Details<span className="visually-hidden"> of the change by {row.person}</span>
            </summary>
            <EntryDetails details={row.details} />
          </details>
        )}
      </div>
      {institution && <span className={classes.quiet}>{institution}</span>}
      {page && !/\.delete/.test(row.action) && (
        <Link className={classes.open} href={address.href(`${page}/${row.subjectId}`)}>
          Open<span className="visually-hidden"> the {row.subjectType}</span>
        </Link>
      )}
    </li>
  );
}
