import { usePage } from '#ui/hooks/use-page.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { dayAt } from '#ui/fields/dates/notation.ts';
import { exportItems } from '#ui/lists/export-items.ts';
import { FilterBar } from '#ui/lists/filter-bar.tsx';
import { dateText, count } from '#ui/format.ts';
import { withParams } from '#ui/href.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState, NothingMatches } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { zoneOf } from '#ui/zone.ts';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import type { PropsOf } from '#web/page.ts';
import type { Shell } from '#web/shell.ts';
import type { auditLog } from './delivery.routes.ts';
import classes from './audit-log.module.css';
import { Link } from '#ui/link.tsx';
import type { AuditRow } from './audit.list.ts';
import { DescriptionList } from '#ui/records/description-list.tsx';

type Props = PropsOf<typeof auditLog>;

/** The audit log, by day. */
export default function AuditLogPage({ rows, next, filter, isFiltered, areas, person: chosen, terms = [] }: Props) {
  const address = useAddress();
  const list = useMoreRows({ rows, next });
  const { shell } = usePage<{ shell: Shell }>().props;
  const { person, action, from, to, subject } = filter;
  const several = shell.institutions.length > 1 && !filter.institution_id;
  const days = Map.groupBy(list.rows, (row) => dayOf(row.at, zoneOf(row.institutionId)));
  // The filter can name a user who is no longer staff.
  const named = rows.find((row) => row.accountId === person);
  const shown = chosen ?? (named && { value: String(person), label: displayName(named.person, named.username) });
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Every change, with the user and the time. Entries can’t be edited or deleted."
        more={exportItems((format) => address.href(`/audit/export.${format}`, filter), ['csv'])}
      />
      <div className={classes.filters}>
        <FilterBar
          filters={[
            {
              key: 'person',
              label: 'User',
              value: person,
              pinned: true,
              search: withParams('/audit/person-options', { institution_id: filter.institution_id }),
              options: shown ? [shown] : [],
            },
            {
              key: 'action',
              label: 'Area',
              value: action,
              pinned: true,
              options: [
                { value: 'ownFamily', label: 'By people to own or family records' },
                ...Object.entries(areas).map(([value, label]) => ({ value, label })),
              ],
            },
            {
              key: 'from',
              label: 'Dates',
              type: 'dates',
              value: from,
              end: { key: 'to', value: to },
              presets: terms.length === 1 ? [{ label: 'This term', ...terms[0]! }] : [],
              pinned: true,
            },
            ...(subject
              ? [
                  {
                    key: 'subject',
                    label: 'Record',
                    value: subject,
                    options: [{ value: subject, label: subject.replace(':', ' ') }],
                  },
                ]
              : []),
          ]}
        />
      </div>
      {list.rows.length === 0 &&
        (isFiltered ? (
          <NothingMatches
            drop={{
              label: 'Remove all filters',
              href: address.here({ person: null, action: null, from: null, to: null, subject: null }),
            }}
          />
        ) : (
          <EmptyState title="No entries yet">Every change is recorded here as it happens.</EmptyState>
        ))}
      {[...days].map(([day, entries]) => (
        <section key={day} className={classes.day} data-tour="audit-day">
          <h2>{dateText(day)}</h2>
          <Card flush>
            <ul className={classes.entries}>
              {entries.map((row) => (
                <Entry
                  key={row.id}
                  row={row}
                  timeZone={zoneOf(row.institutionId)}
                  institution={
                    several ? shell.institutions.find(({ id }) => id === row.institutionId)?.shortName : undefined
                  }
                />
              ))}
            </ul>
          </Card>
        </section>
      ))}
      {list.more && (
        <Button onClick={list.more} loading={list.loading}>
          Load more
        </Button>
      )}
    </>
  );
}

/** The username tells people with the same name apart. */
const displayName = (name: string, username: string | null) => (username ? `${name} (${username})` : name);
const dayOf = (at: string, timeZone?: string) => dayAt(new Date(at), timeZone);

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
function Entry({ row, timeZone, institution }: { row: AuditRow; timeZone?: string | undefined; institution?: string }) {
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
      {row.username && <span className="ink-3">({row.username})</span>} {row.summary}
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
      {institution && <span className="ink-3">{institution}</span>}
      {page && !/\.delete/.test(row.action) && (
        <Link className={classes.open} href={address.href(`${page}/${row.subjectId}`)}>
          Open<span className="visually-hidden"> the {row.subjectType}</span>
        </Link>
      )}
    </li>
  );
}

const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value;

/** The changed fields with old and new values, and other details of an entry. */
function EntryDetails({ details }: { details: Record<string, unknown> }) {
  // Only the command that verifies the log needs the redactions of an erasure.
  const { changes, redactions: _, ...rest } = details;
  const changed = Object.entries((changes ?? {}) as Record<string, unknown>).filter(([, value]) => isChange(value)) as [
    string,
    { from: unknown; to: unknown },
  ][];
  const other = Object.entries(rest);
  return (
    <div className={classes.details}>
      {changed.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(([field, { from, to }]) => (
              <tr key={field}>
                <th scope="row">{words(field)}</th>
                <td>{text(from)}</td>
                <td>{text(to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {other.length > 0 && (
        <DescriptionList columns={2} items={other.map(([name, value]) => [words(name), text(value)])} />
      )}
    </div>
  );
}

/** 'admissionNumber' → 'Admission number'. */
function words(name: string): string {
  const spaced = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function text(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value))
    return value.length > 12 ? `${count(value.length)} values` : value.map(text).join(', ') || '—';
  return typeof value === 'object'
    ? Object.entries(value)
        .map(([name, part]) => `${words(name)}: ${text(part)}`)
        .join(', ')
    : String(value);
}
