import { usePage } from '#ui/hooks/use-page.ts';
import type { Shell, ShellInstitution } from '../shell.ts';

/** The institutions of the signed-in user. */
export const useInstitutions = (): ShellInstitution[] => (usePage().props['shell'] as unknown as Shell).institutions;
