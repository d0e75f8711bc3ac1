-- What a visitor searches, written down once instead of at every search.
alter table site_posts add column search_text text not null
  generated always as (akada_searchable(title || ' ' || summary || ' ' || body)) stored;
alter table site_pages add column search_text text not null
  generated always as (akada_searchable(title || ' ' || body)) stored;
