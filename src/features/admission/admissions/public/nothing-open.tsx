import type { ApplyProps } from './public.pages.ts';

/** While no programme takes applications. */
export function NothingOpen({ find, later }: Pick<ApplyProps, 'find' | 'later'>) {
  return (
    <div className="form">
      <div className="notice">
        <p>No programme is open for applications.</p>
        {later.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <p>
        Have you already started? <a href={find}>Continue your application or see its status</a>
      </p>
    </div>
  );
}
