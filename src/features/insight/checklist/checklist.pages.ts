import { page } from '#web/page.ts';
import type { AutomaticMessage } from './automatic-messages.ts';
import type { Step } from './steps.ts';

export interface ChecklistProps {
  institutionId: number;
  /** All institutions whose checklist the viewer can see. */
  institutions: { id: number; name: string }[];
  isDismissed: boolean;
  steps: Step[];
  currency: string;
  /** Null for users who may not switch them. */
  automatic: AutomaticMessage[] | null;
}

export const checklistPage = page<ChecklistProps>('checklist/checklist');

export interface BackupsProps {
  /** Null where this server makes no backups. */
  backups: { latest: { day: string; age: string; isLate: boolean } | null; failures: number } | null;
}

export const backupsPage = page<BackupsProps>('checklist/backups');
