import { router } from '@inertiajs/core';
import { toast } from '#ui/overlays/toast.ts';

/** Decides on several applications of the page in view. */
export const decide = (ids: number[], data: { to: string; reason?: string }) =>
  act('/applications/decide', { application_ids: ids, back: location.pathname + location.search, ...data });

/** Posts an act of the page in view. */
export const act = (address: string, data: Record<string, string | number[]>) =>
  router.post(address, data, {
    preserveScroll: true,
    onError: (errors) => toast({ tone: 'bad', message: Object.values(errors)[0] ?? 'Reload the page and try again.' }),
  });
