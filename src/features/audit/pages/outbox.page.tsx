import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import type { PropsOf } from '#web/page.ts';
import type { outboxPage } from '../audit.pages.ts';
import { Message } from '../parts/message.tsx';
import classes from '../parts/audit-log.module.css';

export default function OutboxPage({ rows, next, can }: PropsOf<typeof outboxPage>) {
  const address = useAddress();
  const list = useMoreRows({ rows, next });
  return (
    <>
      <PageHeader
        title="Outbox"
        description="Messages to users. Until an e-mail or SMS gateway is set up, pass them on yourself. Opening a message is recorded in the audit log."
        more={[can.setUp && { label: 'Delivery reports', href: address.href('/outbox/delivery-reports') }]}
      />
      {list.rows.length === 0 ? (
        <EmptyState title="No messages">Invitations and password reset codes appear here.</EmptyState>
      ) : (
        <Card flush>
          <ul className={classes.outbox} data-tour="outbox-messages">
            {list.rows.map((row) => (
              <Message key={row.id} row={row} />
            ))}
          </ul>
        </Card>
      )}
      {list.more && (
        <Button onClick={list.more} loading={list.loading}>
          Load more
        </Button>
      )}
    </>
  );
}
