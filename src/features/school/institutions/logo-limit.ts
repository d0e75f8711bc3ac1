/** The maximum size of an uploaded logo. */
export const logoBytes = 4 * 1_048_576;
