import type { Terminology } from '#kernel/contracts/terminology.ts';
import { Card } from '#ui/records/card.tsx';
import { SortList } from '#ui/sort-list/sort-list.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import { partLabel } from '../cards/card-texts.ts';
import type { ReportCard } from '../cards/card-promotion.ts';
import {
  cardParts,
  partKeys,
  type CardDesign,
  type CardLayout,
  type CardPart,
  type DesignPart,
  type PartGroup,
} from './card-design.ts';
import classes from './designer.module.css';

interface PartsProps {
  design: CardDesign;
  layout: CardLayout;
  onChange: (change: Partial<CardDesign>) => void;
}

const groups: Record<PartGroup, string> = {
  head: 'Beside the name',
  columns: 'Columns of the table',
  foot: 'Below the table',
};
/** College results have no such columns. */
const notIn: Record<CardLayout, readonly CardPart[]> = { secondary: [], college: ['earlierTerms'] };

/** The parts by their place on the paper: shown or hidden, named, and ordered by dragging or by buttons. */
export function DesignParts({ design, layout, onChange }: PartsProps) {
  const words = useTerms();
  const { parts } = design;
  const edit = (key: CardPart, change: Partial<DesignPart>) =>
    onChange({ parts: parts.map((part) => (part.key === key ? { ...part, ...change } : part)) });
  const order = (group: PartGroup, ids: number[]) => {
    const ordered = ids.map((id) => parts.find(({ key }) => key === partKeys[id])!);
    const hidden = parts.filter(({ key }) => cardParts[key].group === group && !ordered.some((one) => one.key === key));
    onChange({ parts: [...parts.filter(({ key }) => cardParts[key].group !== group), ...ordered, ...hidden] });
  };
  return Object.entries(groups).map(([name, title]) => {
    const group = name as PartGroup;
    const rows = parts
      .filter(({ key }) => cardParts[key].group === group && !notIn[layout].includes(key))
      .map((part) => ({ ...part, id: partKeys.indexOf(part.key) }));
    const row = (part: DesignPart) => (
      <Part part={part} layout={layout} words={words} design={design} onChange={onChange} onEdit={edit} />
    );
    return (
      <Card key={group} title={title} flush>
        {group === 'head' ? (
          <ul className={classes.plain}>
            {rows.map((part) => (
              <li key={part.key}>{row(part)}</li>
            ))}
          </ul>
        ) : (
          <SortList
            key={layout}
            label={title}
            rows={rows}
            nameOf={({ key }) => cardParts[key].name}
            onOrder={(ids) => {
              order(group, ids);
              return Promise.resolve(true);
            }}
          >
            {row}
          </SortList>
        )}
      </Card>
    );
  });
}

interface PartProps extends PartsProps {
  part: DesignPart;
  words: Terminology;
  onEdit: (key: CardPart, change: Partial<DesignPart>) => void;
}

function Part({ part, layout, words, design, onChange, onEdit }: PartProps) {
  const { key, isShown, label } = part;
  const { name, isNamed } = cardParts[key];
  return (
    <div className={classes.part}>
      <label>
        <input type="checkbox" checked={isShown} onChange={(event) => onEdit(key, { isShown: event.target.checked })} />{' '}
        {name}
      </label>
      {isNamed && isShown && (
        <input
          className={classes.label}
          aria-label={`Label of ${name}`}
          value={label}
          maxLength={40}
          placeholder={partLabel({ ...part, label: '' }, { layout } as ReportCard, words)}
          onChange={(event) => onEdit(key, { label: event.target.value })}
        />
      )}
      {key === 'footer' && isShown && (
        <textarea
          className={classes.label}
          aria-label="Footer text"
          rows={2}
          value={design.footer}
          maxLength={300}
          placeholder="Any alteration makes this report card void."
          onChange={(event) => onChange({ footer: event.target.value })}
        />
      )}
    </div>
  );
}
