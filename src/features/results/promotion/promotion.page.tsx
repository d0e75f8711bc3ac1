import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { BulkBar } from '#ui/lists/bulk-bar.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useWithInstitution } from '#web/client/use-institution-column.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { PropsOf } from '#web/page.ts';
import { classColumns } from './class-columns.tsx';
import { PromotionDialog, type Act } from './promotion-dialog.tsx';
import { RunList } from './run-list.tsx';
import styles from './promotion.module.css';
import type { promotionPage } from './promotion.pages.ts';

/** What follows a session, class by class: who goes on, what is approved, what is carried out. */
export default function PromotionPage({ sessions, session, classes, runs, can }: PropsOf<typeof promotionPage>) {
  const address = useAddress();
  const words = useWords(session?.institutionId);
  const withInstitution = useWithInstitution();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [act, setAct] = useState<Act | null>(null);
  const chosen = classes.filter(({ id }) => selected.has(id));
  const sum = (of: (one: (typeof classes)[number]) => number, rows = classes) =>
    rows.reduce((total, one) => total + of(one), 0);
  const open = (one: (typeof classes)[number]) => one.states.proposed + one.states.changed;
  const close = () => {
    setAct(null);
    setSelected(new Set());
  };
  const here = { session: session?.id };
  return (
    <>
      <PageHeader
        title="Promotion"
        description={session?.next ? `From ${session.name} to ${session.next.name}` : undefined}
        more={[
          { label: 'Checklist to close the session', href: address.href('/promotion/checklist', here) },
          { label: 'Promotion rules', href: address.href('/promotion/rules') },
          { label: 'List as XLSX', href: address.href('/promotion/list.xlsx', here), external: true },
          { label: 'List as PDF', href: address.href('/promotion/list.pdf', here), external: true },
        ]}
      />
      {session && (
        <div className={styles.choice} data-tour="promotion-session">
          <SelectField
            name="session"
            label="Session"
            placeholder={null}
            value={String(session.id)}
            onChange={(event) => address.go({ session: event.target.value })}
            options={sessions.map(({ id, name, institutionId }) => ({
              value: String(id),
              label: withInstitution(name, institutionId),
            }))}
          />
        </div>
      )}
      {classes.length === 0 ? (
        <EmptyState title="Nobody in this session">
          Students appear here once they are in a {words.batch.toLowerCase()} of the session.
        </EmptyState>
      ) : (
        <>
          <div className={styles.figures}>
            <Stats>
              <Stat label="Students" value={sum(({ students }) => students)} />
              <Stat label="Undecided" value={sum(({ outcomes }) => outcomes.undecided)} />
              <Stat
                label="To be approved"
                value={sum((one) => open(one)) - sum(({ outcomes }) => outcomes.undecided)}
              />
              <Stat label="Approved" value={sum(({ states }) => states.approved)} />
              <Stat label="Carried out" value={sum(({ states }) => states.done)} />
            </Stats>
          </div>
          <DataTable
            name="promotion"
            caption={words.classes}
            columns={classColumns(words.class)}
            rows={classes}
            rowLabel={({ name }) => name}
            rowHref={({ id }) => address.href('/promotion/class', { ...here, class: id })}
            {...(can.change && { selection: { selected, onChange: setSelected } })}
          />
        </>
      )}
      <RunList runs={runs} canUndo={can.carryOut} />
      <BulkBar count={chosen.length} onClear={() => setSelected(new Set())}>
        {chosen.some((one) => open(one) > one.outcomes.undecided) && (
          <Button onClick={() => setAct('ask')}>Ask for approval</Button>
        )}
        {chosen.some(({ states }) => states.approved > 0) && (
          <>
            {can.carryOut && <Button onClick={() => setAct('carryOut')}>Carry out</Button>}
            <Button onClick={() => setAct('withdraw')}>Withdraw approval</Button>
          </>
        )}
      </BulkBar>
      {session && <PromotionDialog act={act} onClose={close} session={session} chosen={chosen} />}
    </>
  );
}
