/** Colours that differ with every kind of colour blindness, each with a pattern for print without colour. */
const patterns = [
  null,
  { size: 6, turn: 45, d: 'M0 3H6' },
  { size: 6, turn: 0, d: 'M3 2.99V3.01' },
  { size: 5, turn: -45, d: 'M0 2.5H5' },
  { size: 7, turn: 0, d: 'M0 3.5H7M3.5 0V7' },
  { size: 5, turn: 90, d: 'M0 2.5H5' },
  { size: 5, turn: 0, d: 'M0 2.5H5' },
  { size: 7, turn: 45, d: 'M0 3.5H7M3.5 0V7' },
];

export const colourOf = (series: number) => `var(--series-${series % patterns.length})`;

/** A name for the patterns of one chart among those of a page. */
export const fillIn = (id: string) => (series: number) =>
  patterns[series % patterns.length] ? `url(#${id}-${series % patterns.length})` : colourOf(series);

export const Fills = ({ id }: { id: string }) => (
  <defs>
    {patterns.map(
      (pattern, at) =>
        pattern && (
          <pattern
            key={at}
            id={`${id}-${at}`}
            width={pattern.size}
            height={pattern.size}
            patternUnits="userSpaceOnUse"
            patternTransform={`rotate(${pattern.turn})`}
          >
            <rect width={pattern.size} height={pattern.size} style={{ fill: colourOf(at) }} />
            <path
              d={pattern.d}
              style={{ stroke: 'var(--surface)', strokeWidth: at === 2 ? 2.4 : 1.2, strokeLinecap: 'round' }}
            />
          </pattern>
        ),
    )}
  </defs>
);
