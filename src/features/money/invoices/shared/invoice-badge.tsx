import { Badge, type BadgeTone } from '#ui/badge.tsx';
import type { InvoiceState } from '../records/invoice-state.ts';

const looks: Record<InvoiceState, [string, BadgeTone]> = {
  open: ['Open', 'info'],
  overdue: ['Overdue', 'gold'],
  paid: ['Paid', 'good'],
  cancelled: ['Cancelled', 'plain'],
};

/** The state of an invoice. */
export function InvoiceBadge({ state }: { state: InvoiceState }) {
  const [words, tone] = looks[state];
  return <Badge tone={tone}>{words}</Badge>;
}
