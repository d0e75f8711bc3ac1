/** The field name of an elective group in a form. Field names can't contain dots or brackets. */
export const electiveKey = (group: string): string =>
  `g${encodeURIComponent(group).replace(/[.!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
