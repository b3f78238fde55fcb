/** Converts a record of names to the options of a select. */
export function optionsOf<Id extends string>(names: Readonly<Record<Id, string>>): { value: Id; label: string }[] {
  return (Object.keys(names) as Id[]).map((value) => ({ value, label: names[value] }))
}
