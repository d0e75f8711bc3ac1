import { router } from '@inertiajs/core';
import { PrimaryLink } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { confirm } from '#ui/overlays/confirm.tsx';
import { menuColumn } from '#ui/overlays/menu.tsx';
import { post } from '#ui/post.ts';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { templateListPage } from '../messages.pages.ts';
import type { TemplateRow } from './templates.list.ts';

/** Texts of messages that are used again. */
export default function TemplateListPage(list: PropsOf<typeof templateListPage>) {
  const { href } = useAddress();
  const add = <PrimaryLink href={href('/messages/templates/new')}>Add template</PrimaryLink>;
  return (
    <ListPage
      {...list}
      name="message-templates"
      title="Templates"
      breadcrumbs={[{ label: 'Messages', href: href('/messages') }]}
      action={add}
      search={{ label: 'Search templates', placeholder: 'Name or text' }}
      columns={columns}
      rowHref={(row) => href(`/messages/templates/${row.id}/edit`)}
      empty={
        <EmptyState title="No templates yet" action={add}>
          Save texts you send often, such as the first day of term or fee reminders.
        </EmptyState>
      }
    />
  );
}

const columns: Column<TemplateRow>[] = [
  { key: 'name', title: 'Template', primary: true, render: (row) => row.name },
  { key: 'text', title: 'Text', card: 'line', wraps: true, render: (row) => <Secondary>{row.body}</Secondary> },
  menuColumn((row) => [
    {
      label: 'Use',
      onSelect: () => router.visit(`/messages/new?institution_id=${row.institutionId}&template=${row.id}`),
    },
    { label: 'Remove', onSelect: () => void remove(row) },
  ]),
];

async function remove(row: TemplateRow) {
  const body = 'Messages that were written from it keep their text.';
  if (await confirm({ title: `Remove ${row.name}?`, body, action: 'Remove template', tone: 'bad' }))
    post(`/messages/templates/${row.id}/remove`);
}
