import classes from './dashlets.module.css';

/** Drawn over the colours of marks, which tell them apart on paper and to people who see no colours. The first is plain. */
const patterns = [
  null,
  <path key="rising" d="M-1 1l2-2M0 4l4-4M3 5l2-2" />,
  <path key="level" d="M0 1h4M0 3h4" />,
  <path key="upright" d="M2 0v4" />,
  <path key="crossed" d="M0 4l4-4M0 0l4 4" />,
  <circle key="dotted" cx="2" cy="2" r=".7" />,
] as const;

export const markCount = patterns.length;

const idOf = (scope: string, series: number) => `${scope}-${series}`;

/** Defines the patterns once for some drawings, under names that nothing else on the page has. */
export const MarkPatterns = ({ scope, scale = 1 }: { scope: string; scale?: number }) => (
  <defs>
    {patterns.map(
      (drawn, series) =>
        drawn && (
          <pattern
            key={idOf(scope, series)}
            id={idOf(scope, series)}
            width="4"
            height="4"
            patternUnits="userSpaceOnUse"
            patternTransform={`scale(${scale})`}
          >
            <g className={classes.pattern}>{drawn}</g>
          </pattern>
        ),
    )}
  </defs>
);

/** The fill over a mark; undefined for the plain one. */
export const patternOf = (scope: string, series: number): string | undefined =>
  patterns[series % markCount] ? `url("#${idOf(scope, series % markCount)}")` : undefined;

/** The key of a mark in a legend. It is a drawing because browsers print no backgrounds. */
export const MarkKey = ({ series }: { series: number }) => (
  <svg className={classes.key} viewBox="0 0 8 8" data-series={series % markCount} aria-hidden>
    <rect width="8" height="8" />
    {patterns[series % markCount] && (
      <g className={classes.pattern}>
        {[0, 4].flatMap((x) =>
          [0, 4].map((y) => (
            <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
              {patterns[series % markCount]}
            </g>
          )),
        )}
      </g>
    )}
  </svg>
);
