import { Link } from '#ui/link.tsx';
import { usePage } from '#ui/hooks/use-page.ts';
import { useMemo } from 'react';
import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList, EmailLink } from '#ui/records/description-list.tsx';
import { dateText, phoneText, countOf } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { askThenPost } from '#ui/post.ts';
import { PanelTabs } from '#ui/records/panel-tabs.tsx';
import { SessionSelector } from '#ui/session-selector.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { Shell } from '#web/shell.ts';
import { ClassGraph } from './class-graph.tsx';
import { ClassTable } from './class-table.tsx';
import { namedBatches, type BatchFigure } from './named-batches.ts';
import { ProgramTable } from './program-table.tsx';
import { Registration } from './registration.tsx';
import { SessionTable } from './session-table.tsx';
import { SessionStats } from './session-stats.tsx';
import type { institutionPage } from './institutions.queries.ts';
import { kindLabels } from './kind-labels.ts';
import classes from './institution.module.css';
import { FillBar } from '#ui/records/fill-bar.tsx';

/** An institution's page, with the figures of a session. */
export default function InstitutionPage({
  institution,
  words,
  sessions,
  session,
  figures,
  classes: levels,
  batches: seats,
  mainAddress,
  can,
}: PropsOf<typeof institutionPage>) {
  const address = useAddress();
  const batches = useMemo(() => namedBatches(levels, seats), [levels, seats]);
  const { shell } = usePage<{ shell: Shell }>().props;
  const sayOne = () =>
    askThenPost('/institutions/only', {
      title: 'Do you run only one school?',
      body: 'You stay its owner, but can no longer add institutions. The person who runs the server can undo this.',
      action: 'Confirm one school',
    });
  const isCollege = ['college', 'polytechnic', 'university'].includes(institution.kind);
  return (
    <>
      <PageHeader
        title={institution.name}
        breadcrumbs={shell.institutions.length > 1 ? [{ label: 'Institutions', href: '/institutions' }] : []}
        badge={
          session &&
          (session.isCurrent ? (
            <Badge tone="gold">Current session</Badge>
          ) : session.isClosed ? (
            <Badge>Closed session</Badge>
          ) : undefined)
        }
        description={[
          kindLabels[institution.kind],
          institution.establishedYear && `Founded in ${institution.establishedYear}`,
          institution.motto && `“${institution.motto}”`,
        ]
          .filter(Boolean)
          .join(' · ')}
        action={
          can.edit && (
            <LinkButton tone="primary" href={address.href(`/institutions/${institution.id}/edit`)}>
              Edit settings
            </LinkButton>
          )
        }
        more={[
          figures && { label: 'Academic sessions', href: address.href('/academic-sessions') },
          can.found && { label: 'Add institution', href: '/institutions/new' },
          can.found &&
            shell.institutions.length === 1 && { label: 'Confirm one school', onSelect: () => void sayOne() },
          can.editStructure && {
            label: `Copy ${words.batches.toLowerCase()} to a session`,
            href: address.href('/batches/make'),
          },
        ]}
      />
      {sessions.length > 0 && (
        <form className={classes.session} onSubmit={(event) => event.preventDefault()}>
          <SessionSelector mode="reload" sessions={sessions} value={session?.id ?? null} />
          {session?.startsOn && (
            <span className={classes.dates}>
              {dateText(session.startsOn)} to {dateText(session.endsOn)}
              {session.terms.length > 0 &&
                ` · ${session.terms.find((term) => term.isCurrent)?.name ?? `${session.terms.length} terms`}`}
            </span>
          )}
        </form>
      )}
      {session && figures ? (
        <div className={classes.figures}>
          <SessionStats
            institution={institution}
            words={words}
            session={session}
            figures={figures}
            batches={batches}
            can={can}
          />
          {batches.length === 0 ? (
            <EmptyState
              title={`No ${words.batches.toLowerCase()} in ${session.name}`}
              action={
                can.editStructure &&
                !session.isClosed && (
                  <>
                    {/* In a first year there is nothing to copy. */}
                    {sessions.length > 1 && (
                      <LinkButton tone="primary" href={address.href('/batches/make', { to: session.id })}>
                        Copy from last session
                      </LinkButton>
                    )}
                    <LinkButton tone={sessions.length > 1 ? 'quiet' : 'primary'} href={address.href('/batches/new')}>
                      Add {words.batch.toLowerCase()}
                    </LinkButton>
                  </>
                )
              }
            >
              A {words.batch.toLowerCase()} is an arm of a class in a session, such as JSS 1 A. You assign students and{' '}
              {words.courses.toLowerCase()} to it.
            </EmptyState>
          ) : (
            <div className={classes.columns}>
              <section className={classes.sheet} aria-label="Registration" data-tour="registration">
                <PanelTabs
                  label="Registration"
                  tabs={[
                    {
                      id: 'registration',
                      label: 'Registration',
                      panel: (
                        <Registration
                          key={session.id}
                          institutionId={institution.id}
                          session={session}
                          batches={batches}
                          words={words}
                        />
                      ),
                    },
                    {
                      id: 'programs',
                      label: 'Programmes',
                      panel: <ProgramTable batches={batches} words={words} />,
                    },
                    { id: 'sessions', label: 'Sessions', panel: <SessionTable sessions={sessions} /> },
                  ]}
                />
              </section>
              <section className={classes.sheet} aria-label="Report" data-tour="report">
                <PanelTabs
                  label="Report"
                  tabs={[
                    {
                      id: 'graph',
                      label: 'Graph',
                      panel: <ClassGraph batches={batches} word={words.class} isCollege={isCollege} />,
                    },
                    {
                      id: 'table',
                      label: 'Table',
                      panel: (
                        <ClassTable batches={batches} session={session} word={words.class} isCollege={isCollege} />
                      ),
                    },
                    {
                      id: 'fills',
                      label: words.batches,
                      panel: <BatchFills batches={batches} showsState={!session.isClosed} />,
                    },
                  ]}
                />
              </section>
            </div>
          )}
        </div>
      ) : (
        !session && (
          <EmptyState
            title="No academic sessions yet"
            action={
              can.editStructure && (
                <LinkButton tone="primary" href={address.href('/academic-sessions/new')}>
                  Add session
                </LinkButton>
              )
            }
          >
            Start with a session, such as 2026/2027, and its terms. Then add{' '}
            <Link href={address.href('/programs')}>programmes</Link> and {words.classes.toLowerCase()}.
          </EmptyState>
        )
      )}
      <div className={classes.contact}>
        <Card title="Contact">
          <DescriptionList
            columns={2}
            items={[
              ['Address', [institution.address, institution.city].filter(Boolean).join(', ')],
              [
                'Phone',
                institution.phone && (
                  <a key="phone" href={`tel:${institution.phone.replaceAll(' ', '')}`}>
                    {phoneText(institution.phone)}
                  </a>
                ),
              ],
              ['E-mail', institution.email && <EmailLink key="email" email={institution.email} />],
            ]}
          />
        </Card>
        {mainAddress && (
          <Card
            title="Site"
            action={
              can.editSite && (
                <LinkButton href={address.href('/site', { institution_id: institution.id })}>Edit site</LinkButton>
              )
            }
          >
            <DescriptionList items={[['Main address', mainAddress]]} />
          </Card>
        )}
      </div>
    </>
  );
}

/** Students and seats of each batch, by class. */
function BatchFills({ batches, showsState }: { batches: BatchFigure[]; showsState: boolean }) {
  const address = useAddress();
  return (
    <ul className={classes.fills}>
      {batches.map((batch) => (
        <li key={batch.id}>
          <Link href={address.href(`/batches/${batch.id}`)}>{batch.name}</Link>
          {showsState && batch.isClosed && <Badge>Closed</Badge>}
          {batch.students ? (
            <FillBar label={batch.name} value={batch.students.total} max={batch.capacity} />
          ) : (
            <span>{countOf(batch.capacity, 'seat')}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
