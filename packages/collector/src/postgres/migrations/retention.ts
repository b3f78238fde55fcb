/**
 * With which of these tables older versions work, so that one can go back to the version before, and for how long events are kept. Tables
 * from before have
 * a partition for each day of that, and for seven days more.
 */
export function retention(schema: string): string {
  return `
alter table ${schema}.migrations add column breaks boolean not null default false;
comment on column ${schema}.migrations.breaks is 'Collectors that do not know this migration cannot work with the tables.';
alter table ${schema}.state add column retention_days int check (retention_days > 0);
comment on column ${schema}.state.retention_days is 'Null until a collector has been started.';
update ${schema}.state set retention_days = greatest(31, days) from (
  select (now() at time zone 'UTC')::date - min(to_date(right(relname, 8), 'YYYYMMDD')) - 7 as days
  from pg_inherits join pg_class on pg_class.oid = inhrelid
  where inhparent = '${schema}.event'::regclass and relname ~ '^event_\\d{8}$'
) as kept where days is not null;
`
}
