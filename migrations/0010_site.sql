-- What an institution shows to everybody: its public home, news and pages. docs/decisions/0011 tells how they are served.

create table sites (
  institution_id int primary key references institutions,
  -- Its address: /sites/<slug>.
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 2 and 40),
  is_published boolean not null default false,
  -- The one that the main address shows where no host name decides.
  is_front boolean not null default false,
  headline text check (length(headline) <= 120),
  intro text check (length(intro) <= 600),
  updated_at timestamptz not null default now()
);
create unique index sites_one_front on sites (is_front) where is_front;

/* Host names under which the site is the whole address. A name belongs to one institution of the installation. */
create table site_hosts (
  institution_id int not null references sites on delete cascade,
  host text not null unique check (host = lower(host) and host ~ '^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$'),
  primary key (institution_id, host)
);

/* Pictures are re-encoded in several sizes; the token is their public address, which nobody can guess. */
create table site_pictures (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{22}$'),
  name text not null check (length(name) between 1 and 200),
  alt text not null check (length(btrim(alt)) between 3 and 300),
  width int not null check (width > 0),
  height int not null check (height > 0),
  created_at timestamptz not null default now(),
  primary key (institution_id, id)
);

create table site_picture_sizes (
  institution_id int not null,
  picture_id bigint not null,
  width int not null check (width > 0),
  format text not null check (format in ('avif', 'webp', 'jpeg')),
  file_id bigint not null,
  primary key (institution_id, picture_id, width, format),
  foreign key (institution_id, picture_id) references site_pictures on delete cascade,
  foreign key (institution_id, file_id) references files
);

create table site_slides (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  -- The slider on top with text and dots, or the slideshow of school life.
  place text not null check (place in ('slider', 'slideshow')),
  position int not null check (position > 0),
  title text not null check (length(title) between 1 and 80),
  body text check (length(body) <= 240),
  link_label text check (length(link_label) between 1 and 40),
  link_href text check (length(link_href) between 1 and 500),
  picture_id bigint not null,
  is_shown boolean not null default true,
  primary key (institution_id, id),
  foreign key (institution_id, picture_id) references site_pictures,
  check ((link_label is null) = (link_href is null))
);
create index on site_slides (institution_id, place, position);
create index on site_slides (institution_id, picture_id);

create table site_features (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  position int not null check (position > 0),
  icon text not null check (icon ~ '^[a-z0-9-]{2,40}$'),
  title text not null check (length(title) between 1 and 60),
  body text not null check (length(body) between 1 and 240),
  link_href text check (length(link_href) between 1 and 500),
  is_shown boolean not null default true,
  primary key (institution_id, id)
);
create index on site_features (institution_id, position);

create table site_testimonials (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  position int not null check (position > 0),
  name text not null check (length(name) between 1 and 80),
  relation text not null check (length(relation) between 1 and 80),
  quote text not null check (length(quote) between 1 and 400),
  picture_id bigint,
  is_shown boolean not null default true,
  primary key (institution_id, id),
  foreign key (institution_id, picture_id) references site_pictures
);
create index on site_testimonials (institution_id, position);
create index on site_testimonials (institution_id, picture_id);

/* A published post whose moment is still to come is scheduled. */
create table site_posts (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 1 and 80),
  title text not null check (length(title) between 1 and 120),
  summary text not null check (length(summary) between 1 and 300),
  body text not null default '' check (length(body) <= 50000),
  picture_id bigint,
  status text not null default 'draft' check (status in ('draft', 'published')),
  publish_at timestamptz,
  author text not null check (length(author) between 1 and 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (institution_id, id),
  unique (institution_id, slug),
  foreign key (institution_id, picture_id) references site_pictures,
  check (status = 'draft' or publish_at is not null)
);
create index on site_posts (institution_id, publish_at desc) where status = 'published';
create index on site_posts (institution_id, picture_id);

create table site_pages (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 1 and 80),
  position int not null check (position > 0),
  title text not null check (length(title) between 1 and 80),
  body text not null default '' check (length(body) <= 50000),
  is_in_menu boolean not null default true,
  is_published boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (institution_id, id),
  unique (institution_id, slug)
);
create index on site_pages (institution_id, position);

do $$
declare t text;
begin
  foreach t in array array['sites', 'site_hosts', 'site_pictures', 'site_picture_sizes', 'site_slides', 'site_features',
    'site_testimonials', 'site_posts', 'site_pages'] loop
    execute format('alter table %I enable row level security, force row level security', t);
    execute format('create policy tenant on %I to akada_app using (institution_id = any ((select akada_institutions())::int[])) with check (institution_id = any ((select akada_institutions())::int[]))', t);
    execute format('create policy gate on %I to akada_gate using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to akada_app', t);
  end loop;
end $$;

grant select on sites, site_hosts, site_pictures, site_picture_sizes, files to akada_gate;

/*
 * Doors for visitors, who have no institution. Which published site an address means: the one that the slug names, else
 * the host's, else the front one, else the oldest. Null when there is none.
 */
create function akada_site_at(wanted_host text, wanted_slug text) returns int
language sql stable security definer set search_path = public
as $$
  select s.institution_id from sites s
  left join site_hosts h on h.institution_id = s.institution_id and h.host = wanted_host
  where s.is_published and (wanted_slug is null or s.slug = wanted_slug)
  order by h.host is null, not s.is_front, s.institution_id limit 1
$$;
alter function akada_site_at(text, text) owner to akada_gate;

/* The published sites of the installation, for the visitor who looks for a sister school. */
create function akada_public_sites() returns table (institution_id int, slug text, name text, short_name text, kind text, city text, motto text)
language sql stable security definer set search_path = public
as $$
  select s.institution_id, s.slug, i.name, i.short_name, i.kind, i.city, i.motto
  from sites s join institutions i on i.id = s.institution_id where s.is_published
  order by not s.is_front, i.name
$$;
alter function akada_public_sites() owner to akada_gate;

/* The stored file behind a picture's public address. */
create function akada_site_picture(wanted_token text, wanted_width int, wanted_format text)
returns table (stored_as text, media_type text, size bigint)
language sql stable security definer set search_path = public
as $$
  select f.stored_as, f.media_type, f.size
  from site_pictures p
  join site_picture_sizes z on (z.institution_id, z.picture_id) = (p.institution_id, p.id)
  join files f on (f.institution_id, f.id) = (z.institution_id, z.file_id)
  where p.token = wanted_token and z.width = wanted_width and z.format = wanted_format
$$;
alter function akada_site_picture(text, int, text) owner to akada_gate;

revoke all on function akada_site_at(text, text), akada_public_sites(), akada_site_picture(text, int, text) from public;
grant execute on function akada_site_at(text, text), akada_public_sites(), akada_site_picture(text, int, text) to akada_app;

-- The permission to edit the site, for the seeded roles that start with it where they still see the institution.
alter table roles no force row level security;
update roles set permissions = array_append(permissions, 'site.edit')
where is_seeded and key in ('owner', 'ict_administrator', 'principal')
  and 'institutions.view' = any (permissions) and not 'site.edit' = any (permissions);
alter table roles force row level security;
