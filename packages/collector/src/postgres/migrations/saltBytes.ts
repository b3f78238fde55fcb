/**
 * A salt may be bytes, which are written in hexadecimal digits after `\x`: that of a file of SQLite whose deletions were taken over. Only the
 * tables that have such a salt cannot be used by collectors of an older version, which would not recognise those who were deleted: see
 * `takeOrders`.
 */
export function saltBytes(schema: string): string {
  return String.raw`
create or replace function ${schema}.digest_of(salt text, subject text) returns bytea
  language sql immutable strict parallel safe
  return sha256(
    case when starts_with(salt, '\x') then decode(substr(salt, 3), 'hex') else convert_to(salt, 'UTF8') end || convert_to(subject, 'UTF8'));
`
}
