/** Under which name a form sends what is chosen of a group of electives: a field's name holds neither dots nor brackets. */
export const electiveKey = (group: string): string =>
  `g${encodeURIComponent(group).replace(/[.!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
