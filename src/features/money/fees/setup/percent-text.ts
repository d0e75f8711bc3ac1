/** `12.5` of 1250 hundredths of a percent. */
export const percentText = (basisPoints: number | null | undefined) =>
  basisPoints == null ? '' : String(basisPoints / 100);
