/** A page that works without a network on devices that have opened `at` before: docs/decisions/0061-registers-offline.md. */
export interface OfflineApp {
  /** Addresses below it are answered by `page` when there is no network. */
  at: string;
  page: string;
  /** 'attendance/registers' is src/features/teaching/attendance/apps/registers.app.tsx. */
  app: string;
}
