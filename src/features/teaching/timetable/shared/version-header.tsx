import { Badge } from '#ui/badge.tsx';
import { PrimaryLink } from '#ui/button.tsx';
import { dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { askThenPost } from '#ui/post.ts';
import { Tabs } from '#ui/tabs.tsx';
import type { VersionCan } from '../timetable.pages.ts';
import type { Version } from '../versions/versions.queries.ts';

export function VersionBadge({ version: { state, validFrom, validUntil } }: { version: Version }) {
  if (state === 'draft') return <Badge>Draft</Badge>;
  if (state === 'coming') return <Badge tone="info">From {dateText(validFrom!)}</Badge>;
  if (state === 'current') return <Badge tone="good">Current</Badge>;
  return <Badge>{validUntil && validUntil >= validFrom! ? `Ended ${dateText(validUntil)}` : 'Replaced'}</Badge>;
}

/** The head of the pages of a version: what it is, and its parts. */
export function VersionHeader({ version, can }: { version: Version; can: VersionCan }) {
  const { href } = useAddress();
  const { id, name, state, session, term } = version;
  const to = (part = '') => href(`/timetables/${id}${part}`);
  const more: (MenuItem | false)[] = [
    { label: 'Copy as a new draft', href: href('/timetables/new', { copy: String(id) }), modal: true },
    can.edit && { label: 'Rename', href: to('/edit'), modal: true },
    can.publish &&
      state === 'coming' && {
        label: 'Withdraw',
        onSelect: () =>
          void askThenPost(`/timetables/${id}/withdraw`, {
            title: `Withdraw ${name}?`,
            body: 'It becomes a draft again. The previous timetable stays valid.',
            action: 'Withdraw',
          }),
      },
    can.edit && {
      label: 'Delete',
      tone: 'bad',
      onSelect: () =>
        void askThenPost(`/timetables/${id}/delete`, {
          title: `Delete ${name}?`,
          body: 'Its lessons, bells and availability are deleted with it.',
          action: 'Delete timetable',
          tone: 'bad',
        }),
    },
  ];
  return (
    <>
      <PageHeader
        title={name}
        breadcrumbs={[{ label: 'Timetables', href: href('/timetables') }]}
        badge={<VersionBadge version={version} />}
        description={[session, term].filter(Boolean).join(', ')}
        action={can.publish && state === 'draft' && <PrimaryLink href={to('/publish')}>Check and publish</PrimaryLink>}
        more={more}
      />
      <Tabs
        label="Timetable"
        items={[
          { label: 'Grid', href: to() },
          { label: 'Lessons a week', href: to('/lessons') },
          { label: 'Periods', href: to('/bells') },
          { label: 'Availability', href: to('/availability') },
          ...(can.edit
            ? [
                { label: 'Rules', href: to('/rules') },
                { label: 'Engine', href: to('/engine') },
              ]
            : []),
        ]}
      />
    </>
  );
}
