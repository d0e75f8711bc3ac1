import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Secondary } from '#ui/text.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { ruleListPage } from '../promotion.routes.ts';

/** By which rule each class is promoted. */
export default function RulesPage({ institutionId, general, rows, can }: PropsOf<typeof ruleListPage>) {
  const { href } = useAddress();
  const words = useTerms(institutionId);
  const all = {
    id: 0,
    name: `All ${words.classes.toLowerCase()} without their own`,
    program: '',
    nextClass: null,
    rule: general,
  };
  return (
    <>
      <PageHeader title="Promotion rules" breadcrumbs={[{ label: 'Promotion', href: href('/promotion') }]} />
      <DataTable
        name="promotion-rules"
        caption="Promotion rules"
        rows={[all, ...rows]}
        columns={[
          {
            key: 'name',
            title: words.class,
            primary: true,
            render: (row) => (
              <>
                {row.name} <Secondary>{row.program}</Secondary>
              </>
            ),
          },
          {
            key: 'next',
            title: `Next ${words.class.toLowerCase()}`,
            card: 'line',
            render: (row) => (row.id === 0 ? null : (row.nextClass ?? <Secondary>None: they graduate</Secondary>)),
          },
          {
            key: 'rule',
            title: 'Rule',
            wraps: true,
            card: 'line',
            render: (row) =>
              row.rule ?? (
                <Secondary>{row.id === 0 || !general ? 'No rule' : `As all ${words.classes.toLowerCase()}`}</Secondary>
              ),
          },
          {
            key: 'edit',
            title: '',
            align: 'end',
            card: 'aside',
            hideable: false,
            render: (row) =>
              can.edit && (
                <LinkButton small href={href('/promotion/rule', row.id ? { class: row.id } : {})}>
                  {row.rule ? 'Change' : 'Set'}
                </LinkButton>
              ),
          },
        ]}
      />
    </>
  );
}
