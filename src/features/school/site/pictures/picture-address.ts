interface Shown {
  token: string;
  width: number;
}

/** Pictures are stored in three widths, or in their own if smaller. */
export const pictureAddress = ({ token, width }: Shown, wanted: 480 | 960 | 1600 = 480): string =>
  `/pictures/${token}/${Math.min(wanted, width)}.webp`;
