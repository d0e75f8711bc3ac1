import { Badge } from '#ui/badge.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { siteList } from './site.pages.ts';

type Row = PropsOf<typeof siteList>['sites'][number];

/** The list of home pages, for editors of several sites. */
export default function SiteListPage({ sites, main }: PropsOf<typeof siteList>) {
  const address = useAddress();
  return (
    <>
      <PageHeader
        title="Home pages"
        count={sites.length}
        description={
          main
            ? `Visitors at the main address see ${main.name}.`
            : 'Visitors at the main address see the sign-in page. Publish a site to show it there.'
        }
      />
      <DataTable
        name="sites"
        caption="Home pages"
        columns={columnsFor(main)}
        rows={sites}
        rowHref={(row) => address.href('/site', { institution_id: row.id })}
      />
    </>
  );
}

const shownHosts = (site: Row['site']) =>
  site?.hosts.map(({ host, status }) => (status === 'approved' ? host : `${host} (${status})`)).join(', ');

const columnsFor = (main: PropsOf<typeof siteList>['main']): Column<Row>[] => [
  { key: 'name', title: 'Institution', primary: true, render: (row) => row.name },
  { key: 'address', title: 'Address', card: 'line', render: (row) => row.site && `/sites/${row.site.slug}` },
  { key: 'hosts', title: 'Host names', render: (row) => shownHosts(row.site) },
  {
    key: 'front',
    title: 'Main address',
    render: (row) => row.id === main?.institutionId && <Badge tone="gold">Shown there</Badge>,
  },
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    render: (row) => (row.site?.isPublished ? <Badge tone="good">Published</Badge> : <Badge>Not published</Badge>),
  },
];
