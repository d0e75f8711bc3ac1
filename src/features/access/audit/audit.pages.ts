import type { Choice } from '#kernel/choices.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { auditList } from './audit.list.ts';
import type { outboxList } from './outbox.list.ts';
import type { WebhooksOf } from './webhook-secrets.ts';

export interface AuditLogProps extends PropsOfList<typeof auditList> {
  areas: Record<string, string>;
  /** The user of the filter; other users are named by their entries. */
  person?: Choice | null;
  /** The date ranges of current terms; institutions can differ. */
  terms?: { from: string; to: string }[];
}
export const auditLog = page<AuditLogProps>('audit/audit-log');

export const webhookSecretsPage = page<{ rows: WebhooksOf[]; origin: string; header: string }>('audit/webhook-secrets');

export const outboxPage = page<PropsOfList<typeof outboxList> & { can: { setUp: boolean } }>('audit/outbox');
