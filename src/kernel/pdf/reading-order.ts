/** Hebrew, Arabic and the scripts between them. */
const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * pdfkit draws each word in its own direction but places words from the left, so those from the right are put in their
 * order here, line by line: 'Obi محمد علي' becomes 'Obi علي محمد', which reads محمد علي.
 */
export const inReadingOrder = (text: string): string => (fromRight.test(text) ? lineInOrder(text) : text);

function lineInOrder(line: string): string {
  const drawn: string[] = [];
  let run: string[] = [];
  // Numbers and signs between two words from the right belong to them; behind the last one they don't.
  let between: string[] = [];
  const endRun = () => {
    drawn.push(...run.toReversed(), ...between);
    run = [];
    between = [];
  };
  for (const word of line.split(' '))
    if (fromRight.test(word)) {
      run.push(...between, word);
      between = [];
    } else if (run.length > 0 && !/\p{L}/u.test(word)) between.push(word);
    else {
      endRun();
      drawn.push(word);
    }
  endRun();
  return drawn.join(' ');
}
