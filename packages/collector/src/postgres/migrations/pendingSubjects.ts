/**
 * Tombstones say whose events have still to be deleted, in plain form until they are, so that the events are found by the indexes. Collectors
 * of an older version add tombstones without a subject, and look at all events for an erasure: when they are done, so are its tombstones.
 */
export function pendingSubjects(schema: string): string {
  return `
alter table ${schema}.tombstones add column subject text, add column is_done boolean not null default false,
  add column added_at timestamptz not null default now();
comment on column ${schema}.tombstones.subject is 'What the digest is of. Null when the events are deleted, and in rows of an older version.';
update ${schema}.tombstones set is_done = true from ${schema}.erasures where number = erasure and status = 'done';
create index on ${schema}.tombstones (added_at) where not is_done;
create function ${schema}.erasure_done() returns trigger language plpgsql as $$
begin
  update ${schema}.tombstones set subject = null, is_done = true where erasure = new.number and not is_done;
  return null;
end $$;
create trigger erasure_done after update on ${schema}.erasures
  for each row when (new.status = 'done') execute function ${schema}.erasure_done();
`
}
