import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import classes from './badge.module.css';

export type BadgeTone = 'plain' | 'good' | 'bad' | 'info' | 'gold';

/** A coloured label; its meaning never depends on the colour. */
export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={cx(classes.badge, classes[tone])}>{children}</span>;
}

const TONES: Record<string, BadgeTone> = {
  active: 'good',
  current: 'gold',
  successful: 'good',
  admitted: 'good',
  applicant: 'info',
  planned: 'info',
  pending: 'info',
  invited: 'info',
  running: 'info',
  done: 'good',
  suspended: 'gold',
  failed: 'bad',
  expired: 'bad',
  locked: 'bad',
};

/** A status as a badge: 'under_review' → 'Under review', in the colour of that status. */
export function StatusBadge({ status, label }: { status: string; label?: string }) {
  const words = status.replaceAll('_', ' ');
  return <Badge tone={TONES[status] ?? 'plain'}>{label ?? words.charAt(0).toUpperCase() + words.slice(1)}</Badge>;
}
