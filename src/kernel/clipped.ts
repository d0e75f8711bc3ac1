/** A text on one line, as long as there is room: what is cut ends in “…”, without half a letter. */
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

/** A file's name, whose end says what it is: 'A very long na….pdf'. */
export function clippedFileName(name: string, room: number): string {
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
  return clipped(name.slice(0, name.length - ending.length), room - ending.length) + ending;
}
