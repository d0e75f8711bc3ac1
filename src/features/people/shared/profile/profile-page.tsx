import { createElement, lazy, Suspense, type ReactNode } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { trailOf } from '#ui/lists/list-trail.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RecordLayout } from '#ui/records/record-layout.tsx';
import { Tabs } from '#ui/records/tabs.tsx';
import { TrailLinks } from '#ui/records/trail-links.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { partOf } from '#web/client/part-of.ts';
import type { ProfileProps } from '../../profile.ts';

// Loaded on demand, as they are opened less often.
const Documents = lazy(() => import('../documents.tsx').then((module) => ({ default: module.Documents })));
const ProfileHistory = lazy(() =>
  import('./profile-history.tsx').then((module) => ({ default: module.ProfileHistory })),
);

export interface RecordTab {
  /** The last part of its address; none for the overview. */
  name: string;
  label: string;
  isShown?: boolean;
  count?: number;
  body: () => ReactNode;
}

interface ProfilePageProps {
  profile: ProfileProps;
  /** The list of the person's kind. */
  list: { people: 'students' | 'employees' | 'guardians'; label: string; noun: string };
  person: { id: number; name: string; number?: string };
  /** Further entries of the '…' menu. */
  more?: (MenuItem | false | null | undefined)[];
  aside: ReactNode;
  tabs: RecordTab[];
}

/** The record of a person: header, identity card on the left, tabs, with documents and history last. */
export function ProfilePage({ profile, list, person, more = [], aside, tabs }: ProfilePageProps) {
  const { can, tab } = profile;
  const address = useAddress();
  const here = `/${list.people}/${person.id}`;
  const all = [...tabs, ...addedTabs(profile), ...commonTabs(profile, here)];
  const part = (name: string) => (name === 'overview' ? '' : `/${name}`);
  const trail = trailOf(list.people, person.id);
  const open = tab === 'overview' ? undefined : all.find(({ name }) => name === tab);
  const beside = (id: number | undefined) => (id ? address.href(`/${list.people}/${id}${part(tab)}`) : undefined);
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
              before={beside(trail.before)}
              after={beside(trail.after)}
              noun={list.noun}
            />
          )
        }
        action={
          can.edit && (
            <LinkButton tone="primary" href={address.href(`${here}/edit`)}>
              Edit record
            </LinkButton>
          )
        }
        more={[
          ...more,
          { label: 'Print this page', onSelect: () => window.print() },
          can.merge && { label: 'Merge duplicate', href: address.href(`${here}/merge`) },
          can.privacy && { label: 'Data and privacy', href: address.href(`/privacy${here}`) },
        ]}
      />
      <RecordLayout aside={aside}>
        <Tabs
          label="Record sections"
          items={all
            .filter(({ isShown }) => isShown !== false)
            .map(({ name, label, count }) => ({
              label,
              href: address.href(`${here}${part(name)}`),
              ...(count !== undefined && { count }),
            }))}
        />
        <Suspense>{all.find(({ name }) => name === tab)?.body()}</Suspense>
      </RecordLayout>
    </>
  );
}

const commonTabs = ({ can, documents, history, older }: ProfileProps, here: string): RecordTab[] => [
  {
    name: 'documents',
    label: 'Documents',
    isShown: can.documents,
    body: () => documents && <Documents {...documents} action={`${here}/documents`} />,
  },
  {
    name: 'history',
    label: 'History',
    isShown: can.history,
    body: () => <ProfileHistory history={history ?? []} older={older ?? null} />,
  },
];

/** Tabs of other features, loaded when opened. */
const addedTabs = ({ addedTabs: tabs = [], added }: ProfileProps): RecordTab[] =>
  tabs.map(({ name, label }) => ({
    name,
    label,
    body: () => {
      const component = added && partOf(added.files);
      return component && createElement(component, { ...added.props });
    },
  }));
