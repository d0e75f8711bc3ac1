import type { Choice } from '#kernel/choices.ts';
import { page } from '#web/page.ts';
import type { AuditFilter, AuditRow } from './audit.queries.ts';
import type { DeliverySetting } from './delivery-secret.ts';
import type { OutboxRow } from './outbox.queries.ts';

export const auditLog = page<{
  filter: Omit<AuditFilter, 'after' | 'academic_session'>;
  rows: AuditRow[];
  next: string | null;
  areas: Record<string, string>;
  /** Who the filter names; of somebody without duties there the entries tell. */
  person?: Choice | null;
  /** The stretches of time that are a term today; institutions may differ. */
  terms?: { from: string; to: string }[];
}>('audit/audit-log');

export const deliveryPage = page<{ rows: DeliverySetting[]; origin: string; header: string }>('audit/delivery-reports');

export const outboxPage = page<{ rows: OutboxRow[]; next: string | null; can: { setUp: boolean } }>('audit/outbox');
