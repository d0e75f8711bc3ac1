import { LinkButton } from '#ui/button.tsx';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { FilterBar } from '#ui/filter-bar.tsx';
import { Menu } from '#ui/menu.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { askThenPost, post } from '#ui/post.ts';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/use-address.ts';
import { useMoreRows } from '#ui/use-more-rows.ts';
import type { PropsOf } from '#web/page.ts';
import { PostState, postStateWords } from '../parts/post-state.tsx';
import { useInstitutionName } from '../parts/use-institution-name.ts';
import type { PostRow } from '../posts.queries.ts';
import type { postList } from '../site.pages.ts';

/** The news: what is out, what comes out later, what is being written. */
export default function PostListPage({ rows, next, filter, slugs }: PropsOf<typeof postList>) {
  const address = useAddress();
  const list = useMoreRows({ rows, next });
  const institutionOf = useInstitutionName();
  const write = (
    <LinkButton tone="primary" href={address.href('/site/posts/new')}>
      Write post
    </LinkButton>
  );
  const columns: (Column<PostRow> | false)[] = [
    { key: 'title', title: 'Title', primary: true, render: (row) => row.title },
    { key: 'state', title: 'State', card: 'line', render: (row) => <PostState post={row} /> },
    institutionOf !== null && {
      key: 'institution',
      title: 'Institution',
      render: (row: PostRow) => institutionOf(row.institutionId),
    },
    { key: 'author', title: 'Written by', render: (row) => row.author },
    {
      key: 'actions',
      title: 'Actions',
      card: 'aside',
      hideable: false,
      width: 56,
      render: (row) => <Actions row={row} slug={slugs[row.institutionId]} />,
    },
  ];
  return (
    <>
      <PageHeader title="Posts" action={write} />
      <DataTable
        name="posts"
        caption="Posts"
        columns={columns.filter((column) => column !== false)}
        rows={list.rows}
        rowHref={(row) => address.href(`/site/posts/${row.id}/edit`)}
        onMore={list.more}
        loadingMore={list.loading}
        filtered={Boolean(filter.q || filter.state)}
        toolbar={
          <FilterBar
            search={{ value: filter.q, label: 'Search posts' }}
            filters={[
              {
                key: 'state',
                label: 'State',
                value: filter.state,
                pinned: true,
                options: Object.entries(postStateWords).map(([value, label]) => ({ value, label })),
              },
            ]}
          />
        }
        empty={
          <EmptyState title="No posts yet" action={write}>
            Posts are the news of your school: results, events, dates. The newest ones stand on the home page.
          </EmptyState>
        }
      />
    </>
  );
}

function Actions({ row, slug }: { row: PostRow; slug?: string }) {
  const address = useAddress();
  const at = `/site/posts/${row.id}`;
  const remove = () =>
    askThenPost(`${at}/delete`, {
      title: `Delete ${row.title}?`,
      body: 'The post is taken off the site for good. To keep it for later, make it a draft instead.',
      action: 'Delete post',
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
          ? { label: 'Back to draft', onSelect: () => post(`${at}/draft`) }
          : { label: 'Publish now', onSelect: () => post(`${at}/publish`) },
        ...(row.state === 'scheduled' ? [{ label: 'Back to draft', onSelect: () => post(`${at}/draft`) }] : []),
        { label: 'Delete…', tone: 'bad', onSelect: () => void remove() },
      ]}
    />
  );
}
