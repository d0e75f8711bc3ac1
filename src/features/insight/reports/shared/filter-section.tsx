import { Button } from '#ui/button.tsx';
import { IconPlus } from '#ui/icons.tsx';
import type { OfferedField, OfferedSubject } from '../design/offer.ts';
import { newId, type Draft, type GroupDraft, type RuleDraft } from './draft.ts';
import { RuleRow } from './rule-row.tsx';
import classes from './rules.module.css';

interface FilterSectionProps {
  draft: Pick<Draft, 'joined' | 'groups'>;
  offer: OfferedSubject;
  fields: ReadonlyMap<string, OfferedField>;
  closed: Record<string, string>;
  institutionId: number;
  currency: string;
  onChange: (values: Partial<Pick<Draft, 'joined' | 'groups'>>) => void;
}

const newRule = (): RuleDraft => ({ id: newId(), field: '', operator: 'is', values: [], ask: false, chosen: [] });
const newGroup = (): GroupDraft => ({ id: newId(), joined: 'and', rules: [newRule()] });

/** Filters as sentences, in groups that are joined by and / or. */
export function FilterSection({ draft, onChange, ...props }: FilterSectionProps) {
  const { groups, joined } = draft;
  const put = (group: GroupDraft) => onChange({ groups: groups.map((one) => (one.id === group.id ? group : one)) });
  const numbers = new Map(groups.flatMap(({ rules }) => rules).map(({ id }, at) => [id, at + 1]));
  const removeRule = (group: GroupDraft, id: number) => {
    const rules = group.rules.filter((rule) => rule.id !== id);
    if (rules.length) put({ ...group, rules });
    else onChange({ groups: groups.filter((one) => one.id !== group.id) });
  };
  return (
    <div className={classes.filters}>
      {groups.length === 0 && <p className={classes.hint}>All {props.offer.label.toLowerCase()} that you can see.</p>}
      {groups.map((group, at) => (
        <div key={group.id}>
          {at > 0 && (
            <Joined label={`Join group ${at + 1}`} value={joined} onChange={(next) => onChange({ joined: next })} />
          )}
          <div
            role="group"
            aria-label={groups.length > 1 ? `Filter group ${at + 1}` : 'Filters'}
            className={groups.length > 1 ? classes.group : undefined}
          >
            <ul className={classes.rules}>
              {group.rules.map((rule) => (
                <RuleRow
                  key={rule.id}
                  {...props}
                  rule={rule}
                  number={numbers.get(rule.id)!}
                  closed={props.closed[rule.field]}
                  onChange={(values) =>
                    put({ ...group, rules: group.rules.map((one) => (one === rule ? { ...one, ...values } : one)) })
                  }
                  onRemove={() => removeRule(group, rule.id)}
                />
              ))}
            </ul>
            <div className={classes.add}>
              {group.rules.length > 1 && (
                <Joined
                  label={groups.length > 1 ? `Join filters of group ${at + 1}` : 'Join filters'}
                  value={group.joined}
                  onChange={(next) => put({ ...group, joined: next })}
                />
              )}
              <Button
                small
                tone="plain"
                icon={<IconPlus size={16} />}
                onClick={() => put({ ...group, rules: [...group.rules, newRule()] })}
              >
                Add filter
              </Button>
            </div>
          </div>
        </div>
      ))}
      <div className={classes.add}>
        <Button small icon={<IconPlus size={16} />} onClick={() => onChange({ groups: [...groups, newGroup()] })}>
          {groups.length === 0 ? 'Add filter' : 'Add filter group'}
        </Button>
      </div>
    </div>
  );
}

interface JoinedProps {
  label: string;
  value: 'and' | 'or';
  onChange: (value: 'and' | 'or') => void;
}

/** Whether all of several must be met, or any. */
function Joined({ label, value, onChange }: JoinedProps) {
  return (
    <select
      className={classes.joined}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value as 'and' | 'or')}
    >
      <option value="and">and: all must match</option>
      <option value="or">or: any can match</option>
    </select>
  );
}
