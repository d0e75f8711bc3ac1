import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { ItemList } from './item-list.tsx';
import type { pageList } from './site.pages.ts';

const words = { hidden: 'Draft', show: 'Publish', hide: 'Revert to draft' };

/** The pages of each site, in menu order. */
export default function PageListPage({ rows, sites }: PropsOf<typeof pageList>) {
  const address = useAddress();
  const write = (
    <LinkButton tone="primary" href={address.href('/site/pages/new')}>
      Add page
    </LinkButton>
  );
  const items = rows.map((row) => ({ ...row, isShown: row.isPublished }));
  return (
    <>
      <PageHeader title="Pages" count={rows.length} action={write} description="In menu order." />
      {sites.map(({ id, name, slug }) => {
        const own = items.filter((row) => row.institutionId === id);
        return own.length === 0 ? null : (
          <Card key={id} flush title={sites.length > 1 ? name : undefined}>
            <ItemList
              institutionId={id}
              list="pages"
              label={sites.length > 1 ? `Pages of ${name}` : 'Pages'}
              noun="page"
              at="/site/pages"
              rows={own.map((row) => ({ ...row, note: `/sites/${slug}/pages/${row.slug}` }))}
              prop="rows"
              words={words}
              badge={(row) => !row.isInMenu && <Badge>Not in the menu</Badge>}
              more={(row) => [
                {
                  label: row.isPublished ? 'View' : 'Preview',
                  href: `/sites/${slug}/pages/${row.slug}${row.isPublished ? '' : '?preview=1'}`,
                  external: true,
                },
              ]}
            />
          </Card>
        );
      })}
      {rows.length === 0 && (
        <EmptyState title="No pages yet" action={write}>
          Pages are for permanent information such as About, Admissions and Contact. They appear in the site’s menu in
          the order you choose.
        </EmptyState>
      )}
    </>
  );
}
