/**
 * The sums of the loss meter. A trigger notes which pages have changed since they were counted, so that collectors of an older version, which
 * know nothing of the sums, may write to the tables, too.
 */
export function lossSums(schema: string): string {
  return `
create table ${schema}.uncounted (
  page text primary key,
  seq bigint generated always as identity
);
create index on ${schema}.uncounted (seq);
comment on table ${schema}.uncounted is 'Pages that have changed since they were counted. The one that has changed last has the highest number.';
create function ${schema}.page_changed() returns trigger language plpgsql as $$
begin
  insert into ${schema}.uncounted as known (page) values (coalesce(new.page, old.page)) on conflict (page) do update set seq = default;
  return null;
end $$;
create trigger page_changed after insert or update or delete on ${schema}.pages for each row execute function ${schema}.page_changed();
insert into ${schema}.uncounted (page) select page from ${schema}.pages order by seen_at;

create table ${schema}.cohorts (
  cohort int generated always as identity primary key,
  app text not null,
  engine text not null,
  destination text not null,
  release text not null
);
create unique index on ${schema}.cohorts (md5(app || chr(31) || engine || chr(31) || destination || chr(31) || release));
comment on table ${schema}.cohorts is 'What pages are counted by.';
create table ${schema}.page_counts (
  page text primary key,
  cohort int not null,
  hour int not null,
  seen_at float8 not null,
  counts text not null,
  open float8 not null,
  delivered float8 not null,
  missing text not null
);
comment on column ${schema}.page_counts.hour is 'Hours since 1970, as in loss_sums: when the page has last delivered.';
create index on ${schema}.page_counts (hour, seen_at) include (cohort, open) where open > 0;
create index on ${schema}.page_counts (open) where open > 0;
create index on ${schema}.page_counts (delivered) where delivered > 0;
create table ${schema}.loss_sums (
  cohort int not null,
  fate text not null,
  hour int not null,
  count float8 not null,
  primary key (cohort, fate, hour)
);
`
}
