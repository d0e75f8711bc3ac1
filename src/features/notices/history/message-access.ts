import type { Permission } from '#kernel/permissions.ts';
import type { Entity } from '#kernel/personal-data/entity.ts';

/** Who sees what was sent to a person: people who see all messages, and teachers who write to own batches. */
export const maySeeHistory = {
  student: ['messages.view', 'messages.sendOwn', 'outbox.view'],
  guardian: ['messages.view', 'messages.sendOwn', 'outbox.view'],
  employee: ['messages.view', 'outbox.view'],
} as const satisfies Record<Entity, readonly Permission[]>;

/** Numbers and addresses are shown to people who see all messages. */
export const maySeeAddress = ['messages.view', 'outbox.view'] as const satisfies readonly Permission[];
