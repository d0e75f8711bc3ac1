import { usePage } from '@inertiajs/react';
import type { Shell, ShellInstitution } from '../shell.ts';

/** The institutions of whoever is signed in. */
export const useInstitutions = (): ShellInstitution[] => (usePage().props['shell'] as unknown as Shell).institutions;
