/**
 * The top-level declarations of a source by their names, so that a rule about a line can name the function that it
 * stands in, wherever that lies. What comes before the first has no name. Sources are formatted: what begins a line
 * without a space is at the top. Comments above a declaration are skipped.
 */
export function declarationsIn(text: string): { name: string; text: string }[] {
  const begins = /^(?=(?:export )?(?:default )?(?:async )?(?:function\*?|const|let|class|interface|type) )/m;
  const code = text.replaceAll(/^\/\*[^]*?\*\/\n|^\/\/.*\n/gm, '');
  return code.split(begins).map((part) => ({ name: named.exec(part)?.[1] ?? '', text: part }));
}

const named = /^(?:export )?(?:default )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/;
