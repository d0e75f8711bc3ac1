import type { ShownDashlet, DashletContent, DashletItem } from '../dashlets.ts';
import classes from './dashlets.module.css';
import { Link } from '#ui/link.tsx';
import { useState } from 'react';
import { useAddress } from '#ui/hooks/use-address.ts';
import { IconRefresh } from '#ui/icons.tsx';
import { IconButton } from '#ui/button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { withParams } from '#ui/href.ts';
import { post } from '#ui/post.ts';
import { explain, remote } from '#web/client/remote.ts';
import { answersIn } from '#features/insight/reports/run/answers-in.ts';
import { LoadedView } from './dashlet-view.tsx';
import { cx } from '#ui/cx.ts';

interface Props {
  dashlets: ShownDashlet[];
  institutionId: number;
  /** Whether it is the viewer's own arrangement, or a role's that they arrange. */
  isChangeable?: boolean;
}

/** Dashlets in columns as wide as the window has room for; one on a phone. Those with nothing to show come last. */
export function DashletGrid({ dashlets, institutionId, isChangeable = false }: Props) {
  const cards = dashlets.map((dashlet, at) => ({ dashlet, key: dashlet.id ?? `${dashlet.kind} ${at}` }));
  return (
    <div className={classes.grid} data-tour="dashlets">
      {cards
        .toSorted((one, other) => Number(isSilent(one.dashlet.loaded)) - Number(isSilent(other.dashlet.loaded)))
        .map(({ dashlet, key }) => (
          <DashletCard key={key} dashlet={dashlet} institutionId={institutionId} isChangeable={isChangeable} />
        ))}
    </div>
  );
}

function isSilent(loaded: DashletContent): boolean {
  if (loaded.state !== 'shown') return loaded.state === 'empty';
  const { view } = loaded;
  return view.as === 'calendar' ? view.days.length === 0 : view.as !== 'figure' && view.points.length === 0;
}

interface DashletCardProps {
  dashlet: ShownDashlet;
  institutionId: number;
  /** Whether the viewer may remove and resize it here. */
  isChangeable: boolean;
}

/** A dashlet with its title, what it shows and what can be done with it. */
function DashletCard({ dashlet, institutionId, isChangeable }: DashletCardProps) {
  const { href } = useAddress();
  const { id, description, size } = dashlet;
  const { loaded, isLoading, refresh } = useRefresh(dashlet, institutionId);
  const label = (loaded.state === 'shown' && loaded.view.label) || dashlet.label;
  const list = loaded.state === 'shown' ? loaded.view.href : undefined;
  const graph = graphAddress(loaded);
  const mayChange = isChangeable && id !== null;
  const items = [
    list && { label: 'Open list', href: href(list) },
    graph && { label: 'Open graph', href: graph },
    mayChange && {
      label: size === 'wide' ? 'Make smaller' : 'Make wider',
      onSelect: () => post(`/dashlets/${id}/size`, { size: size === 'wide' ? 'small' : 'wide' }),
    },
    mayChange && { label: 'Remove', tone: 'bad' as const, onSelect: () => post(`/dashlets/${id}/remove`) },
  ].filter((item) => !!item);
  return (
    <section
      className={cx(classes.card, size === 'wide' && classes.wide, isTall(loaded) && classes.tall)}
      aria-busy={isLoading || undefined}
    >
      <header>
        <h2 data-tooltip={description ?? undefined}>{graph ? <Link href={graph}>{label}</Link> : label}</h2>
        <IconButton small label={`Refresh ${label}`} onClick={refresh}>
          <IconRefresh size={16} />
        </IconButton>
        {items.length > 0 && <Menu label={`Actions for ${label}`} items={items} />}
      </header>
      <div className={classes.body}>
        <LoadedView label={label} loaded={loaded} institutionId={institutionId} />
      </div>
    </section>
  );
}

const linesInShort = 2;

/** Whether it needs more room than a figure or a sentence. */
const isTall = (loaded: DashletContent) =>
  loaded.state === 'drawn' ||
  (loaded.state === 'shown' &&
    loaded.view.as !== 'figure' &&
    (loaded.view.as !== 'list' || loaded.view.points.length > linesInShort));

/** The page of a saved graph, with the same answers. */
function graphAddress(loaded: DashletContent): string | undefined {
  if (loaded.state === 'shown') return undefined;
  if (loaded.state !== 'drawn') return loaded.href;
  return withParams(`/graphs/${loaded.drawing.id}`, answersIn(loaded.drawing.answers));
}

/** Figures that were fetched again stay until the page brings its own. */
function useRefresh(dashlet: ShownDashlet, institutionId: number) {
  const [fetched, setFetched] = useState<{ over: DashletContent; loaded: DashletContent } | null>(null);
  const [isLoading, setLoading] = useState(false);
  const refresh = async () => {
    setLoading(true);
    try {
      const asked = { ...fieldsOf(dashlet), institution_id: institutionId, fresh: 1 };
      const { json } = await remote<DashletContent>('GET', '/dashlets/preview', asked);
      setFetched({ over: dashlet.loaded, loaded: json });
    } catch (error) {
      setFetched({ over: dashlet.loaded, loaded: { state: 'failed', message: explain(error).message } });
    } finally {
      setLoading(false);
    }
  };
  const loaded = fetched?.over === dashlet.loaded ? fetched.loaded : dashlet.loaded;
  return { loaded, isLoading, refresh: () => void refresh() };
}

/** A dashlet as the form would send it, to be loaded by itself. */
const fieldsOf = ({ kind, custom, graph }: Pick<DashletItem, 'kind' | 'custom' | 'graph'>): Record<string, string> => ({
  kind,
  ...(custom && {
    model_name: custom.model_name,
    model_associate_type: custom.model_associate_type,
    model_record: String(custom.model_record ?? 'all'),
    data_filter: custom.data_filter,
    shown_as: custom.shown_as,
    split_by: custom.split_by ?? '',
  }),
  ...(graph && { graph_id: String(graph.id ?? ''), answers: graph.answers ? JSON.stringify(graph.answers) : '' }),
});
