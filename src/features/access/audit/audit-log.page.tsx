import { usePage } from '#ui/hooks/use-page.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { dayAt } from '#ui/fields/dates/notation.ts';
import { exportItems } from '#ui/lists/export-items.ts';
import { FilterBar } from '#ui/lists/filter-bar.tsx';
import { dateText } from '#ui/format.ts';
import { withParams } from '#ui/href.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState, NothingMatches } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { zoneOf } from '#ui/zone.ts';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import type { PropsOf } from '#web/page.ts';
import type { Shell } from '#web/shell.ts';
import type { auditLog } from './audit.pages.ts';
import { Entry } from './entry.tsx';
import classes from './audit-log.module.css';

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
                { value: 'ownFamily', label: 'By people about their own family' },
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
