/** The logo's address changes with the picture, so it can be cached for long. */
export const logoAddress = ({
  id: institutionId,
  logoFileId,
}: {
  id: number;
  logoFileId: number | null;
}): string | null => (logoFileId ? `/institutions/${institutionId}/logo?v=${logoFileId}` : null);
