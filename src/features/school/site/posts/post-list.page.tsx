import { LinkButton } from '#ui/button.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { askThenPost, post } from '#ui/post.ts';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { postListPage } from '../site.pages.ts';
import type { PostRow, ShownState } from './posts.ts';
import { Badge } from '#ui/badge.tsx';
import { dateTimeText } from '#ui/format.ts';
import { zoneOf } from '#ui/zone.ts';

/** The news: published, scheduled and draft posts. */
export default function PostListPage({ slugs, ...list }: PropsOf<typeof postListPage>) {
  const { href } = useAddress();
  const write = (
    <LinkButton tone="primary" href={href('/site/posts/new')}>
      Add post
    </LinkButton>
  );
  return (
    <ListPage
      {...list}
      name="posts"
      title="Posts"
      action={write}
      columns={columnsFor(slugs)}
      institutionAt={2}
      rowHref={(row) => href(`/site/posts/${row.id}/edit`)}
      search={{ label: 'Search posts' }}
      filters={[{ key: 'state', label: 'Status', pinned: true, options: postStateWords }]}
      empty={
        <EmptyState title="No posts yet" action={write}>
          Posts are your school’s news: results, events, dates. The latest ones appear on the home page.
        </EmptyState>
      }
    />
  );
}

const columnsFor = (slugs: Record<number, string>): Column<PostRow>[] => [
  { key: 'title', title: 'Title', primary: true, render: (row) => row.title },
  { key: 'state', title: 'Status', card: 'line', render: (row) => <PostState post={row} /> },
  { key: 'author', title: 'Author', render: (row) => row.author },
  {
    key: 'actions',
    title: 'Actions',
    card: 'aside',
    hideable: false,
    width: 56,
    render: (row) => <Actions row={row} slug={slugs[row.institutionId]} />,
  },
];

function Actions({ row, slug }: { row: PostRow; slug?: string }) {
  const address = useAddress();
  const at = `/site/posts/${row.id}`;
  const remove = () =>
    askThenPost(`${at}/delete`, {
      title: `Delete ${row.title}?`,
      body: 'This can’t be undone. To keep the post for later, revert it to a draft instead.',
      action: 'Delete post',
      tone: 'bad',
    });
  return (
    <Menu
      label={`Actions for ${row.title}`}
      items={[
        { label: 'Edit', href: address.href(`${at}/edit`) },
        {
          label: row.state === 'published' ? 'View' : 'Preview',
          href: `/sites/${slug}/news/${row.slug}${row.state === 'published' ? '' : '?preview=1'}`,
          external: true,
        },
        row.state === 'published'
          ? { label: 'Revert to draft', onSelect: () => post(`${at}/draft`) }
          : { label: 'Publish now', onSelect: () => post(`${at}/publish`) },
        ...(row.state === 'scheduled' ? [{ label: 'Revert to draft', onSelect: () => post(`${at}/draft`) }] : []),
        { label: 'Delete…', tone: 'bad', onSelect: () => void remove() },
      ]}
    />
  );
}

const postStateWords: Record<ShownState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
};

const tones = { draft: 'plain', scheduled: 'info', published: 'good' } as const;

/** 'Scheduled for 5 Jan 2027, 08:30 am', in the institution's time zone. */
function PostState({ post: { state, publishAt, institutionId } }: { post: PostRow }) {
  const when = publishAt && dateTimeText(publishAt, zoneOf(institutionId));
  return (
    <Badge tone={tones[state]}>
      {postStateWords[state]}
      {when && ` ${state === 'scheduled' ? 'for ' : ''}${when}`}
    </Badge>
  );
}
