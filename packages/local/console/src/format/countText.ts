/** `1 event`, `2,000 events`. */
export function countText(count: number, name: string): string {
  return `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`
}
