/** The largest picture that a logo is made of. */
export const logoBytes = 4 * 1_048_576;
