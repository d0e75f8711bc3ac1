export type ExportState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export const activeStates = ['queued', 'running'] as const satisfies readonly ExportState[];

export const isActive = (state: ExportState): boolean => state === 'queued' || state === 'running';

/** How long a file can be downloaded. */
export const exportFileDays = 1;

export const formatLabels = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF' } as const;
