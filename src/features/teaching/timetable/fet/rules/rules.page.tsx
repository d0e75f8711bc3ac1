import { Badge } from '#ui/badge.tsx';
import { PrimaryLink } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { Secondary } from '#ui/text.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { rulesPage, ShownRule } from '../fet.pages.ts';
import { ruleState, ruleTitle, weightLabel } from './rule-kinds.ts';

type Row = Pick<ShownRule, 'kind' | 'weight' | 'number' | 'about' | 'isActive' | 'note'> & {
  key: string;
  /** Null for a usual one. */
  id: number | null;
};

/** What a timetable keeps to: the usual rules, and those of the school. */
export default function RulesPage({ version, rules, usual, canEdit }: PropsOf<typeof rulesPage>) {
  const { href } = useAddress();
  const words = useTerms(version.institutionId);
  const base = `/timetables/${version.id}/rules`;
  const rows: Row[] = [
    ...usual.map((rule) => ({ ...rule, key: rule.kind, id: null, about: null, isActive: true, note: null })),
    ...rules.map((rule) => ({ ...rule, key: String(rule.id) })),
  ];
  const turn = (row: Row, isActive: boolean) =>
    post(base, {
      kind: row.kind,
      weight: String(row.weight),
      number: String(row.number ?? ''),
      isActive: isActive ? 'on' : '',
      ruleId: String(row.id ?? ''),
      was: ruleState(row),
    });
  const itemsOf = (row: Row): MenuItem[] => {
    const rule = rules.find(({ id }) => id === row.id);
    const isSimple = row.about === null && (!rule || rule.times.length === 0);
    return [
      { label: 'Edit', href: href(`${base}/new`, row.id === null ? { kind: row.kind } : { rule: String(row.id) }) },
      ...(isSimple ? [{ label: row.isActive ? 'Turn off' : 'Turn on', onSelect: () => turn(row, !row.isActive) }] : []),
      ...(row.id !== null
        ? [{ label: 'Remove', onSelect: () => post(`${base}/remove`, { ruleId: String(row.id) }) }]
        : []),
    ];
  };
  const columns: Column<Row>[] = [
    {
      key: 'rule',
      title: 'Rule',
      primary: true,
      hideable: false,
      render: ({ kind, number, about, note }) => (
        <>
          {ruleTitle(kind, number, words.batches)}
          {(about ?? note) && <Secondary> {[about, note].filter(Boolean).join(' · ')}</Secondary>}
        </>
      ),
    },
    {
      key: 'weight',
      title: 'Weight',
      card: 'line',
      hideable: false,
      render: ({ weight, isActive }) => (isActive ? weightLabel(weight) : <Badge>Turned off</Badge>),
    },
    {
      key: 'origin',
      title: 'Origin',
      hideable: false,
      render: ({ id }) => (id === null ? <Secondary>Usual</Secondary> : 'Your own'),
    },
    {
      key: 'more',
      title: 'Actions',
      card: 'aside',
      hideable: false,
      align: 'end',
      render: (row) =>
        canEdit && (
          <Menu label={`Actions for ${ruleTitle(row.kind, row.number, words.batches)}`} items={itemsOf(row)} />
        ),
    },
  ];
  return (
    <>
      <PageHeader
        title="Rules"
        breadcrumbs={[
          { label: version.name, href: href(`/timetables/${version.id}`) },
          { label: 'Automatic timetable', href: href(`/timetables/${version.id}/engine`) },
        ]}
        description="The rules of the automatic timetable. Rules of weight 100 are mandatory; the others are preferences, and heavier ones come first. Set the availability of people and rooms in the timetable. The grid also shows places that break a rule about several lessons."
        action={canEdit && <PrimaryLink href={href(`${base}/new`)}>Add rule</PrimaryLink>}
      />
      <DataTable name="timetable-rules" caption="Rules" columns={columns} rows={rows} rowId={({ key }) => key} />
    </>
  );
}
