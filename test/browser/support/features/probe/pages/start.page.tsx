import { remote } from '../../../../../../src/web/client/remote.ts';
import { Link } from '#ui/link.tsx';
import { router } from '@inertiajs/core';

/** Links to every kind of answer. */
export default function Start({ elsewhere }: { elsewhere: string }) {
  return (
    <main>
      <h1>Start</h1>
      {[
        '/numbered/1',
        '/redirected',
        '/missing',
        '/forbidden',
        '/unfit',
        '/broken',
        '/plain',
        '/slow',
        '/form',
        '/remote',
      ].map((href) => (
        <p key={href}>
          <Link href={href}>{href}</Link>
        </p>
      ))}
      <p>
        <Prefetched href="/numbered/2">prefetched</Prefetched>
      </p>
      <p>
        <Prefetched href="/broken">prefetched and broken</Prefetched>
      </p>
      <p>
        <Link href="/deferred">/deferred</Link>
      </p>
      <button type="button" onClick={() => router.post('/writes/broken', { name: 'Ada' })}>
        write to a broken place
      </button>
      <button type="button" onClick={() => router.post('/writes/refused', { name: 'Ada' })}>
        write that is refused
      </button>
      <button type="button" onClick={() => router.post('/writes/sent-on-to-nothing', { name: 'Ada' })}>
        write that is sent on to nothing
      </button>
      <button
        type="button"
        onClick={() => void remote('POST', `${elsewhere}/collect`, { a: 1 }).catch(() => undefined)}
      >
        send in the background to another origin
      </button>
      <button type="button" onClick={() => router.post(`${elsewhere}/collect`, { a: 1 })}>
        swap to another origin
      </button>
    </main>
  );
}

const Prefetched = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} onMouseEnter={() => router.prefetch(href, {}, { cacheFor: 30_000 })}>
    {children}
  </Link>
);
