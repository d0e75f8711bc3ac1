/** A decorative cloth pattern of diamonds with a spiral, a sun and a leaf; its name is unique in the page. */
export const Cloth = ({ name }: { name: string }) => (
  <svg className="cloth" aria-hidden="true" width="100%" height="100%">
    <defs>
      <pattern id={name} width="120" height="120" patternUnits="userSpaceOnUse">
        <g fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round">
          <path d="M0 60 60 0 120 60 60 120Z" strokeDasharray=".1 6" strokeWidth="2.4" />
          <path d="M60 60m0-3a4 4 0 1 1-4 4 8 8 0 1 1 8 8 12.5 12.5 0 1 1 12-13 17 17 0 1 0-16 17.500" />
          <path d="M0 0m-20 0a20 20 0 0 0 20 20 20 20 0 0 0 20-20M-12 0a12 12 0 0 0 24 0M100 0a20 20 0 0 0 20 20M108 0a12 12 0 0 0 12 12M0 100a20 20 0 0 1 20 20M0 108a12 12 0 0 1 12 12M100 120a20 20 0 0 1 20-20M108 120a12 12 0 0 1 12-12" />
          <path d="M60-18q11 18 0 36q-11-18 0-36M60 102q11 18 0 36q-11-18 0-36M-18 60q18-11 36 0q-18 11-36 0M102 60q18-11 36 0q-18 11-36 0" />
        </g>
      </pattern>
    </defs>
    <rect width="100%" height="100%" fill={`url(#${name})`} />
  </svg>
);

/** The mark of a school without a logo: a spiral from the cloth pattern. */
export const Mark = ({ size }: { size: number }) => (
  <svg className="mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <rect width="24" height="24" rx="6" fill="var(--cloth)" />
    <g fill="none" stroke="#fff" strokeWidth="1.6" strokeLinecap="round">
      <circle cx="12" cy="12" r="7" strokeDasharray=".1 3.56" strokeWidth="2" />
      <path d="M12 15.200a3.200 3.200 0 1 1 3.200-3.200" />
    </g>
    <circle cx="12" cy="12" r="1.300" fill="#e3b341" />
  </svg>
);
