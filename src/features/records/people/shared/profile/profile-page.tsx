import { Suspense, Fragment, createElement, lazy, type ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import { trailOf } from '#ui/lists/list-trail.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { LoadingState } from '#ui/states.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { TrailLinks } from '#ui/records/trail-links.tsx';
import classes from './profile-page.module.css';
import { LinkButton, Button } from '#ui/button.tsx';
import { DateTimeText } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Link } from '#ui/link.tsx';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import type { WaitingChange } from '#features/records/approvals/waiting-changes.queries.ts';
import type { ProfileProps } from '../../serve-profile.ts';
import { partOf } from '#web/client/part-of.ts';

interface ProfilePageProps {
  profile: ProfileProps;
  /** The list of the person's kind. */
  list: { people: 'students' | 'employees' | 'guardians'; label: string; noun: string };
  person: { id: number; name: string; number?: string };
  /** Further entries of the '…' menu. */
  more?: (MenuItem | false | null | undefined)[];
  /** Buttons before 'Edit record'. */
  acts?: ReactNode;
  summary: ReactNode;
  /** Beside the overview; on a phone below it. */
  beside?: ReactNode;
  lastChange: { person: string; at: Date | string } | null;
  institutionId: number;
  tabs: RecordTab[];
}

/** The record of a person: header, summary, tabs, with documents and history last. */
export function ProfilePage(props: ProfilePageProps) {
  const { profile, list, person, more = [], acts, summary, beside, lastChange, institutionId, tabs } = props;
  const { can, tab } = profile;
  const address = useAddress();
  const here = `/${list.people}/${person.id}`;
  const all = [...tabs, ...addedTabs(profile), ...commonTabs(profile, here)];
  const part = (name: string) => (name === 'overview' ? '' : `/${name}`);
  const isSplit = Boolean(beside) && tab === 'overview';
  const trail = trailOf(list.people, person.id);
  const open = tab === 'overview' ? undefined : all.find(({ name }) => name === tab);
  const next = (id: number | undefined) => (id ? address.href(`/${list.people}/${id}${part(tab)}`) : undefined);
  return (
    <>
      <PageHeader
        title={person.name}
        windowTitle={open && `${open.label}, ${person.name}`}
        breadcrumbs={[
          { label: list.label, href: trail?.address ?? address.href(`/${list.people}`) },
          ...(person.number ? [{ label: person.number }] : []),
        ]}
        badge={
          trail && (
            <TrailLinks
              at={trail.at}
              count={trail.count}
              isUncounted={trail.isUncounted}
              before={next(trail.before)}
              after={next(trail.after)}
              noun={list.noun}
            />
          )
        }
        action={
          <>
            {acts}
            {can.edit && (
              <LinkButton tone="primary" href={address.href(`${here}/edit`)}>
                Edit record
              </LinkButton>
            )}
          </>
        }
        more={[
          ...more,
          { label: 'Print this page', onSelect: () => window.print() },
          can.merge && { label: 'Merge duplicate', href: address.href(`${here}/merge`) },
          can.privacy && { label: 'Data and privacy', href: address.href(`/privacy${here}`) },
        ]}
      />
      {summary}
      {Boolean(profile.waitingContacts?.length) && <WaitingContacts changes={profile.waitingContacts!} />}
      <div className={classes.record}>
        <Tabs
          label="Record sections"
          items={all
            .filter(({ isShown }) => isShown !== false)
            .map(({ name, label, count, isRare }) => ({
              label,
              isRare,
              href: address.href(`${here}${part(name)}`),
              ...(count !== undefined && { count }),
            }))}
        />
        <div className={cx(isSplit && classes.split)}>
          <div className={classes.body}>
            <Suspense fallback={<LoadingState lines={5} />}>{all.find(({ name }) => name === tab)?.body()}</Suspense>
          </div>
          {isSplit && <div className={classes.body}>{beside}</div>}
        </div>
        {lastChange && (
          <p className={classes.last} data-tour="last-change">
            Last changed by {lastChange.person},{' '}
            <DateTimeText value={String(lastChange.at)} institutionId={institutionId} />
          </p>
        )}
      </div>
    </>
  );
}

/** New contacts that aren't in force yet. */
function WaitingContacts({ changes }: { changes: readonly WaitingChange[] }) {
  const { href } = useAddress();
  return (
    <Card title="Waiting for approval">
      {changes.map(({ id, asker, isMine, summary, by, waitsUntil, institutionId }) => (
        <Fragment key={id}>
          <p>
            {isMine ? 'You want' : `${asker} wants`} to {summary}.{' '}
            {waitsUntil ? (
              <>
                Nobody else can approve this, so it can be completed under Approvals from{' '}
                <DateTimeText value={waitsUntil} institutionId={institutionId} />.
              </>
            ) : (
              `${by.join(' or ')} can approve it.`
            )}{' '}
            Until then, messages go to the contacts shown here.
          </p>
          <p>
            {isMine && <Button onClick={() => void post(`/approvals/${id}/withdraw`)}>Cancel this change</Button>}{' '}
            <Link href={href('/approvals')}>Open Approvals</Link>
          </p>
        </Fragment>
      ))}
    </Card>
  );
}

// Loaded on demand, as they are opened less often.
const Documents = lazy(() => import('../documents.tsx').then((module) => ({ default: module.Documents })));
const ProfileHistory = lazy(() =>
  import('./profile-history.tsx').then((module) => ({ default: module.ProfileHistory })),
);

interface RecordTab {
  /** The last part of its address; none for the overview. */
  name: string;
  label: string;
  isShown?: boolean;
  isRare?: boolean | undefined;
  count?: number;
  body: () => ReactNode;
}

/** The last ones of every record. */
const commonTabs = ({ can, documents, history, older }: ProfileProps, here: string): RecordTab[] => [
  {
    name: 'documents',
    label: 'Documents',
    isShown: can.documents,
    isRare: true,
    body: () => documents && <Documents {...documents} action={`${here}/documents`} />,
  },
  {
    name: 'history',
    label: 'History',
    isShown: can.history,
    isRare: true,
    body: () => <ProfileHistory history={history ?? []} older={older ?? null} />,
  },
];

/** Tabs of other features, loaded when opened. */
const addedTabs = ({ addedTabs: tabs = [], added }: ProfileProps): RecordTab[] =>
  tabs.map(({ name, label, isRare }) => ({
    name,
    label,
    isRare,
    body: () => {
      const component = added && partOf(added.files);
      return component && createElement(component, { ...added.props });
    },
  }));
