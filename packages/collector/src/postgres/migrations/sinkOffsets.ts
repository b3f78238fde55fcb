/** How far a stream has been stored, in the same transaction as what was read from it. */
export function sinkOffsets(schema: string): string {
  return `
create table ${schema}.sink_offsets (
  topic text not null,
  part int not null,
  next bigint not null,
  primary key (topic, part)
);
comment on column ${schema}.sink_offsets.next is 'The offset of the first record that is not stored yet.';
`
}
