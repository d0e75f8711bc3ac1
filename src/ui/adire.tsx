import { useId } from 'react';

interface AdireProps {
  className?: string;
  /** Size of one square of the pattern. */
  size?: number;
}

/** A decorative eleko adire pattern of four repeated squares. */
export function Adire({ className, size = 112 }: AdireProps) {
  const id = useId();
  return (
    <svg className={className} aria-hidden focusable="false" width="100%" height="100%">
      <defs>
        <pattern id={id} width={size} height={size} patternUnits="userSpaceOnUse" viewBox="0 0 112 112">
          <g fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round">
            <path d="M0 0H112M0 56H112M0 0V112M56 0V112" strokeDasharray="0.1 5.5" strokeWidth="2.2" />
            <circle cx="28" cy="28" r="19" />
            <circle cx="28" cy="28" r="12.5" strokeDasharray="0.1 5.6" strokeWidth="2.4" />
            <circle cx="28" cy="28" r="6" />
            <path
              d="M84 84m0-2.5a3 3 0 1 1-3 3a6.5 6.5 0 1 1 6.5 6.5a10.5 10.5 0 1 1 10-11a15 15 0 1 0-13.5 15.5"
              transform="translate(-2 0)"
            />
            <path d="M84 10C92 18 92 38 84 46C76 38 76 18 84 10ZM84 14V42M66 28C74 20 94 20 102 28C94 36 74 36 66 28Z" />
            <path d="M12 100L44 68M12 84L28 68M28 100L44 84" />
            <path d="M12 68L44 100" strokeDasharray="0.1 6.4" strokeWidth="2.4" />
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}

/** The product's logo: one square of the pattern. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden focusable="false">
      <rect width="24" height="24" rx="6" fill="var(--cloth)" />
      <g fill="none" stroke="#fff" strokeWidth="1.6" strokeLinecap="round">
        <circle cx="12" cy="12" r="7" strokeDasharray="0.1 3.56" strokeWidth="2" />
        <path d="M12 15.2a3.2 3.2 0 1 1 3.2-3.2" />
      </g>
      <circle cx="12" cy="12" r="1.3" fill="#e3b341" />
    </svg>
  );
}
