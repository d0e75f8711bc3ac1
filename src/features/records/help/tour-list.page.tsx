import { router } from '@inertiajs/core';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/records/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { withTerms } from '#web/client/with-terms.ts';
import { want } from '#web/client/wanted-tour.ts';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { tourList } from './help.routes.ts';
import classes from './tour-list.module.css';

/** The tours of the pages the user can open, and the switch to start them automatically. */
export default function TourListPage({ tours, showsTours }: PropsOf<typeof tourList>) {
  const address = useAddress();
  const words = useTerms();
  return (
    <>
      <PageHeader
        title="Help"
        description="A short tour of each page you can open. To repeat a page’s tour, click the question mark at the top of the page."
      />
      <div className={classes.page}>
        <Card>
          <label className={classes.switch}>
            <input
              type="checkbox"
              checked={!showsTours}
              onChange={(event) =>
                router.post('/help/tours/switch', { shows: !event.target.checked }, { preserveScroll: true })
              }
            />
            <span>
              Don’t offer tours
              <small>Applies to your account on every device. You can still start any tour from here.</small>
            </span>
          </label>
        </Card>
        <Card title="All tours" flush>
          <ul className={classes.tours}>
            {tours.map((tour) => (
              <li key={tour.name}>
                <div>
                  <a
                    href={address.href(tour.href)}
                    onClick={(event) => {
                      want(tour.name);
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                      event.preventDefault();
                      router.visit(address.href(tour.href));
                    }}
                  >
                    {withTerms(tour.title, words)}
                  </a>
                  <p>
                    {withTerms(tour.about, words)} {tour.andThen && <Secondary>{tour.andThen}</Secondary>}
                  </p>
                </div>
                {tour.isSeen && <Badge>Seen</Badge>}
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </>
  );
}
