/** The text on one line, shortened to fit with “…”, without splitting a character. */
export function clipped(text: string, room: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= room
    ? line
    : `${line
        .slice(0, room - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')
        .trimEnd()}…`;
}

/** A file name shortened before its extension: 'A very long na….pdf'. */
export function clippedFileName(name: string, room: number): string {
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
  return clipped(name.slice(0, name.length - ending.length), room - ending.length) + ending;
}
