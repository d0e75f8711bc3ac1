import type { PropsOfPublic } from '#web/public-pages/public-page.ts';
import { Trusted } from '#web/public-pages/trusted.tsx';
import type { publicNoticesPage } from './public-notices.routes.ts';

/** Notices on the public site. */
export default function PublicNotices({ rows, isMore }: PropsOfPublic<typeof publicNoticesPage>) {
  if (rows.length === 0) return <p className="nothing">There are no notices at the moment.</p>;
  return (
    <>
      {rows.map(({ id, title, day, html }) => (
        <article key={id} id={`notice-${id}`}>
          <p className="date">{day}</p>
          <h2>{title}</h2>
          <Trusted className="prose" html={html} />
        </article>
      ))}
      {isMore && <p className="nothing">These are the latest notices. Ask the school office for older ones.</p>}
    </>
  );
}
