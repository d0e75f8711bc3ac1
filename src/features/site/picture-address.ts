interface Shown {
  token: string;
  width: number;
}

/** Each picture is kept in three widths, or in its own where that is smaller. */
export const pictureAddress = ({ token, width }: Shown, wanted: 480 | 960 | 1600 = 480): string =>
  `/pictures/${token}/${Math.min(wanted, width)}.webp`;
