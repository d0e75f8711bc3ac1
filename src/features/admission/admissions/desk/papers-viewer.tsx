import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Card } from '#ui/records/card.tsx';
import type { ApplicationProps } from './show-application.ts';
import classes from './review.module.css';

const zooms = [100, 150, 200, 300] as const;

/** The photo and the papers, one at a time, beside the form. */
export function PapersViewer({ application, papers }: ApplicationProps) {
  const labelOf = (kind: string, name: string) =>
    application.intake.papers.find(({ key }) => key === kind)?.label ?? name;
  const all = [
    ...papers.map(({ kind, name, mediaType }) => ({
      kind,
      label: labelOf(kind, name),
      isPdf: mediaType === 'application/pdf',
    })),
    ...(application.hasPhoto ? [{ kind: 'photo', label: 'Photo', isPdf: false }] : []),
  ];
  const [chosen, setChosen] = useState(all[0]?.kind);
  const [zoom, setZoom] = useState<number>(zooms[0]);
  const paper = all.find(({ kind }) => kind === chosen) ?? all[0];
  const address = paper && `/applications/${application.id}/paper?kind=${paper.kind}`;
  const step = (by: 1 | -1) =>
    setZoom(zooms[Math.min(zooms.length - 1, Math.max(0, zooms.indexOf(zoom as 100) + by))]!);
  return (
    <div className={classes.papers} data-tour="review-papers">
      <Card title="Papers" flush>
        {!paper && <p className={classes.none}>No papers have arrived.</p>}
        {paper && (
          <>
            <div className={classes.tabs} role="group" aria-label="Papers">
              {all.map(({ kind, label }) => (
                <button
                  key={kind}
                  type="button"
                  aria-pressed={kind === paper.kind}
                  className={cx(classes.tab, kind === paper.kind && classes.chosen)}
                  onClick={() => {
                    setChosen(kind);
                    setZoom(100);
                  }}
                >
                  {label}
                </button>
              ))}
            </div>
            <div className={classes.tools}>
              {!paper.isPdf && (
                <>
                  <Button small onClick={() => step(-1)} disabled={zoom === zooms[0]} aria-label="Zoom out">
                    −
                  </Button>
                  <span className="tabular" aria-live="polite">
                    {zoom}%
                  </span>
                  <Button small onClick={() => step(1)} disabled={zoom === zooms.at(-1)} aria-label="Zoom in">
                    +
                  </Button>
                </>
              )}
              <a href={address} target="_blank" rel="noreferrer">
                Open in a new tab
              </a>
            </div>
            {paper.isPdf ? (
              // Browsers of phones show no PDF in a page.
              navigator.pdfViewerEnabled && <iframe className={classes.frame} src={address} title={paper.label} />
            ) : (
              // A zoomed paper is scrolled with the keyboard.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              <div className={classes.picture} tabIndex={0} role="region" aria-label={`${paper.label}, zoomable`}>
                <img src={address} alt={paper.label} style={{ width: `${zoom}%` }} />
              </div>
            )}
          </>
        )}
      </Card>
    </div>
  );
}
