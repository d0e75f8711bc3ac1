/** Where a person's photo is; a new photo has a new address, so that browsers may keep the old one. */
export const photoUrl = (
  people: 'students' | 'employees' | 'guardians',
  { id, photoId }: { id: number; photoId: number | null },
  size: 'small' | 'large',
): string | undefined => (photoId === null ? undefined : `/${people}/${id}/photo/${size}?v=${photoId}`);
