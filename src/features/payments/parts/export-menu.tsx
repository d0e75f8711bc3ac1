import { Menu } from '#ui/overlays/menu.tsx';
import buttons from '#ui/button.module.css';
import { cx } from '#ui/cx.ts';

/** The filtered rows of a list as a file. */
export const ExportMenu = ({ of = '/payment_records', query }: { of?: string; query: string }) => (
  <Menu
    label="Export"
    trigger="Export"
    triggerClass={cx(buttons.button, buttons.quiet)}
    items={(['xlsx', 'csv'] as const).map((format) => ({
      label: format === 'xlsx' ? 'Excel (XLSX)' : 'CSV',
      onSelect: () => location.assign(`${of}/export.${format}${query}`),
    }))}
  />
);
