import { usePage } from '@inertiajs/react';
import type { Shell } from '../shell.ts';

const plain = {
  course: 'Course',
  courses: 'Courses',
  batch: 'Batch',
  batches: 'Batches',
  class: 'Class',
  classes: 'Classes',
};

/** What the institution in view calls things; over several institutions the plain words. */
export function useWords(): typeof plain {
  const { shell } = usePage<{ shell: Shell | null }>().props;
  return shell?.institutions.find((one) => one.id === shell.institutionId)?.terms ?? plain;
}
