import { eventLabel } from '#kernel/messages/event-labels.ts';
import { shortCost } from '#features/records/sending/shared/cost-text.ts';
import { cx } from '#ui/cx.ts';
import { count, countOf, money } from '#ui/format.ts';
import { exportItems } from '#ui/lists/export-items.ts';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { costsPage } from '../notices.pages.ts';
import classes from '../shared/notices.module.css';
import { Link } from '#ui/link.tsx';
import type { ReactNode } from 'react';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

const monthText = (month: string) =>
  new Date(`${month}-01T12:00:00Z`).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** What messages cost: one month in detail, and the last twelve. */
export default function MessageCostsPage(costs: PropsOf<typeof costsPage>) {
  const address = useAddress();
  const { institutionId, institutions, currency, month, months, messages, departments, networks, budget, total } =
    costs;
  const here = institutions.length > 1 ? { institution_id: institutionId } : {};
  const sent = (filter: Record<string, string | number | null>) =>
    address.href('/message-costs/sent', { ...here, month, ...filter });
  const { price: spent = 0, unpriced = 0 } = total ?? {};
  return (
    <>
      <PageHeader
        title="Message costs"
        description={`Messages sent to providers in ${monthText(month)}, at the prices entered under Providers.`}
        more={exportItems((format) => address.href(`/message-costs/export.${format}`, here))}
      />
      <div className={classes.stack}>
        {institutions.length > 1 && <InstitutionChoice institutionId={institutionId} institutions={institutions} />}
        <Stats>
          <Stat
            label="Cost"
            value={shortCost({ price: spent, unpriced }, currency)}
            hint={unpriced > 0 && `${countOf(unpriced, 'message')} without a price`}
            href={sent({})}
          />
          <Stat
            label="Monthly budget"
            value={budget === null ? 'None' : money(budget, currency)}
            hint={budget !== null && budget > 0 && `${Math.round((spent / budget) * 100)}% used`}
          />
          <Stat label="Messages" value={total?.recipients ?? 0} href={sent({})} />
          <Stat label="SMS parts" value={count(total?.parts ?? 0)} />
        </Stats>
        <div className={cx(classes.columns, classes.costs)}>
          <div className={classes.stack}>
            <Card title="By message" flush>
              <CostTable
                name="costs-by-message"
                title="Message"
                currency={currency}
                rows={messages.map(({ event, messageId, title, isOpen, ...row }, at) => ({
                  ...row,
                  id: at + 1,
                  label: title ?? eventLabel(event),
                  href: isOpen ? sent(messageId === null ? { event } : { event, message: messageId }) : null,
                }))}
              />
              <ListEnd
                shown={messages.length}
                isMore={costs.isMore}
                of="messages"
                next="Export the costs to see all."
              />
            </Card>
            <Card title="By department" flush>
              <CostTable
                name="costs-by-department"
                title="Department"
                currency={currency}
                rows={departments.map(({ name, ...row }, at) => ({
                  ...row,
                  id: at + 1,
                  label: name ?? 'No department, or automatic',
                  href: sent({ department: name ?? '-' }),
                }))}
              />
            </Card>
          </div>
          <div className={classes.stack}>
            <Card title="By network" flush>
              <CostTable
                name="costs-by-network"
                isNarrow
                title="Network"
                currency={currency}
                rows={networks.map(({ name, ...row }, at) => ({
                  ...row,
                  id: at + 1,
                  label: name,
                  href: sent({ network: name }),
                }))}
              />
            </Card>
            <Card title="Last twelve months" flush>
              <CostTable
                name="costs-by-month"
                isNarrow
                title="Month"
                currency={currency}
                rows={months.map((row, at) => ({
                  ...row,
                  id: at + 1,
                  label: monthText(row.month),
                  href: address.here({ month: row.month }),
                }))}
              />
            </Card>
          </div>
        </div>
      </div>
    </>
  );
}

interface CostRow {
  id: number;
  label: ReactNode;
  /** Null if its rows can't be shown to the user. */
  href: string | null;
  recipients: number;
  parts: number;
  price: number;
  unpriced: number;
}

interface CostTableProps {
  name: string;
  title: string;
  rows: CostRow[];
  currency: string;
  /** Without parts, where there is little room. */
  isNarrow?: boolean;
}

/** Messages, parts and costs by one of their properties; each line opens its rows. */
function CostTable({ name, title, rows, currency, isNarrow }: CostTableProps) {
  // A card has no heads of columns.
  const said = useMedia(NARROW) ? countOf : count;
  const parts: Column<CostRow> = figureColumn('parts', 'Parts', (row) => said(row.parts, 'part'));
  const columns: Column<CostRow>[] = [
    {
      key: 'label',
      title,
      primary: true,
      wraps: true,
      hideable: false,
      render: (row) => (row.href === null ? row.label : <Link href={row.href}>{row.label}</Link>),
    },
    figureColumn('messages', 'Messages', (row) => said(row.recipients, 'message')),
    ...(isNarrow ? [] : [parts]),
    figureColumn('cost', 'Cost', (row) => shortCost(row, currency), { card: 'aside' }),
  ];
  return <DataTable flush name={name} caption={title} rows={rows} columns={columns} />;
}
