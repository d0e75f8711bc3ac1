import { useState } from 'react';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Money } from '#ui/text.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import { lineGroups, lineStates, type LineGroup } from '../bank-labels.ts';
import type { BankLineRow } from './lines.list.ts';
import { LineProposal, LineBadge } from './line-proposal.tsx';
import classes from '../bank.module.css';
import { post } from '#ui/post.ts';
import { confirm } from '#ui/overlays/confirm.tsx';
import { Button } from '#ui/button.tsx';
import { countOf, money, count } from '#ui/format.ts';
import type { lineListPage, GroupedLines, Statement } from '../bank.pages.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { router } from '@inertiajs/core';
import { toast } from '#ui/overlays/toast.ts';
import { explain, remote } from '#web/client/remote.ts';
import type { ConfirmedStep } from './confirm-strong.ts';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

const groups = Object.keys(lineGroups) as LineGroup[];

/** The lines of a statement, or of all, by their proposals. */
export default function BankLineListPage({ totals, statement, ...list }: PropsOf<typeof lineListPage>) {
  const { href } = useAddress();
  const at = (group: LineGroup) => href('/bank-lines', { group, ...(statement && { statement: statement.id }) });
  return (
    <ListPage
      {...list}
      name="bank-lines"
      title={statement?.fileName ?? 'Lines of bank statements'}
      breadcrumbs={[{ label: 'Bank statements', href: href('/bank-statements') }]}
      description={statement && <Summary statement={statement} />}
      action={
        statement && (
          <>
            <PostProposedButton statementId={statement.id} totals={totals} />
            {statement.strongCount > 0 && (
              <ConfirmStrongButton statementId={statement.id} strong={statement.strongCount} />
            )}
          </>
        )
      }
      more={
        statement
          ? [{ label: 'Match again', onSelect: () => post(`/bank-statements/${statement.id}/match`) }]
          : undefined
      }
      search={{ label: 'Search lines', placeholder: 'Narration or reference' }}
      filters={[
        { key: 'state', label: 'Status', pinned: true, options: lineStates },
        { key: 'group', label: 'Proposal', pinned: true, options: lineGroups },
        { key: 'direction', label: 'Direction', pinned: true, options: { in: 'Money in', out: 'Money out' } },
        { key: 'statement', label: 'Statement', options: statement ? { [statement.id]: statement.fileName } : {} },
      ]}
      tools={
        <div className={classes.lines}>
          {totals.map((total) => (
            <Stats key={total.currency}>
              {groups.map((group) => {
                const found = total.groups.find((one) => one.group === group);
                return (
                  <Stat
                    key={group}
                    label={lineGroups[group]}
                    value={found?.count ?? 0}
                    href={at(group)}
                    hint={found && sums(found.moneyIn, found.moneyOut, total.currency)}
                  />
                );
              })}
            </Stats>
          ))}
        </div>
      }
      rowInModal
      rowHref={(row) => href(`/bank-lines/${row.id}`)}
      columns={columns}
      empty={
        <EmptyState title="No lines yet">
          Upload a bank statement. Its lines and their proposed matches are listed here.
        </EmptyState>
      }
    />
  );
}

const sums = (moneyIn: number, moneyOut: number, currency: string) =>
  [moneyIn > 0 && `${money(moneyIn, currency)} in`, moneyOut > 0 && `${money(moneyOut, currency)} out`]
    .filter(Boolean)
    .join(', ');

function Summary({ statement }: { statement: NonNullable<PropsOf<typeof lineListPage>['statement']> }) {
  const { account, firstDay, lastDay, repeatedCount, problemCount } = statement;
  return (
    <>
      {account}, <DateText value={firstDay} /> – <DateText value={lastDay} />.
      {repeatedCount > 0 && ` ${countOf(repeatedCount, 'line')} from an earlier file skipped.`}
      {problemCount > 0 && <StatementProblems statement={statement} />}
    </>
  );
}

const columns: Column<BankLineRow>[] = [
  {
    key: 'narration',
    title: 'Narration',
    primary: true,
    wraps: true,
    render: (row) => row.narration ?? row.reference ?? 'No narration',
  },
  { key: 'day', title: 'Date', card: 'line', numeric: true, render: (row) => <DateText value={row.day} /> },
  { key: 'reference', title: 'Reference', spare: true, render: (row) => row.narration && row.reference },
  figureColumn('amount', 'Amount', (row) => <Money minor={row.amount} currency={row.currency} />, { card: 'line' }),
  {
    key: 'proposal',
    title: 'Proposal',
    wraps: true,
    card: 'below',
    tour: 'line-proposal',
    render: (row) => <LineProposal line={row} />,
  },
  { key: 'state', title: 'Status', card: 'aside', render: (row) => <LineBadge {...row} /> },
  {
    key: 'confirm',
    title: 'Confirm',
    hideable: false,
    card: 'aside',
    render: (row) =>
      row.state === 'open' && row.strength ? (
        <Button
          small
          aria-label={`Confirm ${row.narration ?? row.reference ?? 'line'}`}
          onClick={() => post(`/bank-lines/${row.id}/confirm`, { from: 'list' })}
        >
          Confirm
        </Button>
      ) : null,
  },
];

/** Posts the lines of a statement whose account is proposed, in one act. */
function PostProposedButton({ statementId, totals }: { statementId: number } & GroupedLines) {
  // A statement is in one currency.
  const [total] = totals;
  const found = total?.groups.find(({ group }) => group === 'post');
  if (!total || !found) return null;
  const lines = countOf(found.count, 'charge');
  const start = async () => {
    const isSure = await confirm({
      title: `Post ${lines}?`,
      body: `${money(found.moneyOut, total.currency)} in all goes to the proposed accounts. Undoing a posted line needs a second person.`,
      action: 'Post charges',
    });
    if (isSure) post(`/bank-statements/${statementId}/post`, { total: String(found.moneyOut) });
  };
  return <Button onClick={() => void start()}>Post {lines}</Button>;
}

/** The rows of a file that were not added, and why. */
function StatementProblems({ statement }: { statement: Pick<Statement, 'problems' | 'problemCount'> }) {
  const [isOpen, setOpen] = useState(false);
  const { problems, problemCount } = statement;
  return (
    <>
      {' '}
      <Button small tone="plain" onClick={() => setOpen(true)}>
        {countOf(problemCount, 'row')} couldn’t be read
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Rows that couldn’t be read">
        <p>Correct them in the file and upload it again. Lines already added are skipped.</p>
        <ul>
          {problems.map(({ row, message }) => (
            <li key={row}>
              Row {row}: {message}
            </li>
          ))}
        </ul>
        {problemCount > problems.length && <p>The first {problems.length} are shown.</p>}
      </Dialog>
    </>
  );
}

/** Confirms all strong proposals of a statement, a few at a time, and says how far it is. */
function ConfirmStrongButton({ statementId, strong }: { statementId: number; strong: number }) {
  const [done, setDone] = useState<number | null>(null);
  const start = async () => {
    const isSure = await confirm({
      title: `Confirm ${countOf(strong, 'strong proposal')}?`,
      body: 'Recorded payments are marked as seen at the bank. Students’ lines are recorded as payments of their oldest fees, with a receipt.',
      action: 'Confirm proposals',
    });
    if (!isSure) return;
    let confirmed = 0;
    let skipped = 0;
    setDone(0);
    try {
      for (let after: number | null = 0; after !== null;) {
        const step: ConfirmedStep = (
          await remote<ConfirmedStep>('POST', `/bank-statements/${statementId}/confirm`, { after })
        ).json;
        confirmed += step.confirmed;
        skipped += step.skipped;
        after = step.after;
        setDone(confirmed);
      }
      const rest = skipped ? ` ${count(skipped)} changed in the meantime. Match the statement again.` : '';
      toast({ message: `${countOf(confirmed, 'line')} confirmed.${rest}`, tone: skipped ? 'info' : 'good' });
    } catch (error) {
      toast({ message: `${countOf(confirmed, 'line')} confirmed. ${explain(error).message}`, tone: 'bad' });
    }
    setDone(null);
    router.reload();
  };
  return (
    <Button tone="primary" loading={done !== null} onClick={() => void start()}>
      {done === null ? `Confirm ${countOf(strong, 'strong proposal')}` : `${count(done)} of ${count(strong)} confirmed`}
    </Button>
  );
}
