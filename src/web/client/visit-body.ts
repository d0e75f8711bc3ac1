import type { HttpRequestConfig } from '@inertiajs/core';
import type { Ask } from './wire.ts';

/** The body of an Inertia visit: its data as JSON or as a form, and the upload progress. */
export function visitBody({ data, onUploadProgress }: HttpRequestConfig): Pick<Ask, 'body' | 'headers' | 'onUpload'> {
  const onUpload = onUploadProgress && ((event: ProgressEvent) => onUploadProgress(progressOf(event)));
  if (data === null || data === undefined) return { onUpload };
  if (data instanceof FormData || typeof data === 'string') return { body: data, onUpload };
  return { body: JSON.stringify(data), headers: { 'Content-Type': 'application/json' }, onUpload };
}

function progressOf({ lengthComputable, loaded, total }: ProgressEvent) {
  const progress = lengthComputable && total > 0 ? loaded / total : undefined;
  return {
    progress,
    percentage: Math.round((progress ?? 0) * 100),
    loaded,
    total: lengthComputable ? total : undefined,
  };
}
