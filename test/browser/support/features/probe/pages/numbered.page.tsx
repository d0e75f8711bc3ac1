import { Link } from '#ui/link.tsx';

/** One of a row of pages; `served` tells how often the server has made it. */
export default function Numbered({ number, served }: { number: number; served: number }) {
  return (
    <main>
      <h1>Number {number}</h1>
      <p>served {served}</p>
      <Link href={`/numbered/${number + 1}`}>next</Link>
      <p>
        <Link href="/start">start</Link>
      </p>
    </main>
  );
}
