import type { OfflineApp } from '#kernel/contracts/offline-app.ts';

/** The page in which registers are taken without a network. */
export const registersApp: OfflineApp = { at: '/registers', page: '/registers/offline', app: 'attendance/registers' };
