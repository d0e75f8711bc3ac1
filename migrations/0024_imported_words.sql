-- What a checked file would add to the institution's lists: words by list.
alter table imports add column new_words jsonb not null default '{}';
