import { usePage } from '@inertiajs/react';
import type { Shell, ShellInstitution } from '../shell.ts';

/** The institutions of the signed-in user. */
export const useInstitutions = (): ShellInstitution[] => (usePage().props['shell'] as unknown as Shell).institutions;
