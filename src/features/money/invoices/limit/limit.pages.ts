import type { Opened } from '#kernel/edit/edit.ts';
import { page } from '#web/page.ts';

interface LimitProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  currency: string;
  limit: number;
  opened: Opened;
}
export const limitPage = page<LimitProps>('invoices/limit');
