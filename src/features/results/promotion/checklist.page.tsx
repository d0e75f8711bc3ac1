import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { countOf, money } from '#ui/format.ts';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import { useWithInstitution } from '#web/client/use-institution-column.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { ChecklistItem } from './checklist/checklist.queries.ts';
import styles from './promotion.module.css';
import type { checklistPage } from './promotion.routes.ts';

/** What is missing before a session is closed, each with the way to it. */
export default function ChecklistPage({ sessions, session, items, currency }: PropsOf<typeof checklistPage>) {
  const address = useAddress();
  const words = useTerms(session?.institutionId);
  const withInstitution = useWithInstitution();
  const about: Record<ChecklistItem['key'], { what: string; missing: (item: ChecklistItem) => string }> = {
    marks: { what: 'Marks approved', missing: ({ missing }) => `${countOf(missing, 'sheet')} not approved` },
    publication: { what: 'Results published', missing: ({ missing }) => `${countOf(missing, 'sheet')} not published` },
    promotion: { what: 'Promotion approved', missing: ({ missing }) => `${countOf(missing, 'student')} not approved` },
    next: {
      what: 'Next session is current',
      missing: ({ names }) => (names[0] ? `${names[0]} is not current yet` : 'No session follows'),
    },
    batches: {
      what: `Room in the next ${words.batches.toLowerCase()}`,
      missing: ({ missing }) =>
        `${missing} ${(missing === 1 ? words.class : words.classes).toLowerCase()} without enough seats`,
    },
    rollover: {
      what: 'Promotion carried out',
      missing: ({ missing }) => `${countOf(missing, 'student')} still to move`,
    },
    fees: { what: 'Fees paid', missing: ({ missing }) => `${money(missing, currency)} outstanding` },
  };
  const open = items.filter(({ isDone }) => !isDone).length;
  return (
    <>
      <PageHeader
        title="Close the session"
        breadcrumbs={[{ label: 'Promotion', href: address.href('/promotion', { session: session?.id }) }]}
        description={
          open === 0 ? 'Nothing is missing.' : `${countOf(open, 'point')} still open. You can still close the session.`
        }
        action={<LinkButton href={address.href('/academic-sessions')}>Go to academic sessions</LinkButton>}
      />
      {session ? (
        <>
          <div className={styles.choice}>
            <ChoiceField
              name="session"
              label="Session"
              value={String(session.id)}
              onChange={(event) => address.go({ session: event.target.value })}
              options={sessions.map(({ id, name, institutionId }) => ({
                value: String(id),
                label: withInstitution(name, institutionId),
              }))}
            />
          </div>
          <DataTable
            name="closing-checklist"
            caption="Checklist"
            rows={items}
            rowId={({ key }) => Object.keys(about).indexOf(key)}
            rowHref={({ href }) => address.href(href)}
            columns={[
              {
                key: 'what',
                title: 'Point',
                primary: true,
                render: ({ key }) => about[key].what,
              },
              {
                key: 'missing',
                title: 'Missing',
                wraps: true,
                card: 'line',
                render: (item) =>
                  !item.isDone && (
                    <>
                      {about[item.key].missing(item)}{' '}
                      {item.key !== 'next' && <Secondary>{item.names.join('; ')}</Secondary>}
                    </>
                  ),
              },
              {
                key: 'state',
                title: 'Status',
                card: 'aside',
                render: ({ isDone }) => <Badge tone={isDone ? 'good' : 'bad'}>{isDone ? 'Done' : 'Open'}</Badge>,
              },
            ]}
          />
        </>
      ) : (
        <EmptyState title="No session">Add an academic session first.</EmptyState>
      )}
    </>
  );
}
