/** Lets so many works go on at once; others wait in line, and leave it when their signal is aborted. */
export function takeTurns(atOnce: number) {
  let working = 0;
  const line: (() => void)[] = [];

  return async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (working < atOnce) working += 1;
    else await turn(line, signal);
    try {
      return await work();
    } finally {
      // Whoever is next takes over this place.
      const next = line.shift();
      if (next) next();
      else working -= 1;
    }
  };
}

const turn = (line: (() => void)[], signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const leave = () => {
      line.splice(line.indexOf(called), 1);
      reject(signal.reason as Error);
    };
    const called = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    line.push(called);
    signal.addEventListener('abort', leave, { once: true });
  });
