/** Which cell of a table of Markdown: the cells that its row begins with, and the number of its column. */
export interface CellPlace {
  readonly row: readonly string[]
  readonly column: number
}

/** The text of a cell of one of the tables in a section. Throws when there is none, so that the build fails. */
export function tableCell(section: string, { row, column }: CellPlace): string {
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const found = rows.find((cells) => row.every((text, index) => cells[index + 1] === text))
  const text = found?.[column]
  if (!text) throw new Error(`No table has a cell ${column} in a row of ${row.join(', ')}.`)
  return text
}
