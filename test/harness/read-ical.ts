/** A calendar file by RFC 5545 as its lines say it: unfolded, unescaped; refuses what the standard does not allow. */
export function readIcal(text: string): { calendar: Record<string, string>; events: Record<string, string>[] } {
  if (/[^\r]\n|\r(?!\n)/.test(text)) throw new Error('Lines end with CRLF.');
  const lines = text.replace(/\r\n[ \t]/g, '').split('\r\n');
  if (lines.pop() !== '') throw new Error('The last line ends too.');
  if (lines.shift() !== 'BEGIN:VCALENDAR' || lines.pop() !== 'END:VCALENDAR') throw new Error('No VCALENDAR.');
  const calendar: Record<string, string> = {};
  const events: Record<string, string>[] = [];
  let into = calendar;
  for (const line of lines) {
    const [, name, value] = /^([A-Z-]+(?:;[A-Z-]+=[^:;]+)*):(.*)$/su.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`No content line: ${line}`);
    if (name === 'BEGIN') events.push((into = {}));
    else if (name === 'END') into = calendar;
    else if (name in into) throw new Error(`${name} is there twice.`);
    else into[name] = value.replace(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));
  }
  for (const event of events)
    for (const needed of ['UID', 'DTSTAMP']) if (!event[needed]) throw new Error(`An event without ${needed}.`);
  return { calendar, events };
}
