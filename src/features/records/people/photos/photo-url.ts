/** The address of a person's photo. A new photo has a new address, so browsers can cache it. */
export const photoUrl = (
  people: 'students' | 'employees' | 'guardians',
  { id, photoId }: { id: number; photoId: number | null },
  size: 'small' | 'large',
): string | undefined => (photoId === null ? undefined : `/${people}/${id}/photo/${size}?v=${photoId}`);
