import type { Progress } from 'telltale'

/** An event, and how far it has come. */
export interface Life {
  readonly id: string
  readonly name: string
  readonly isCompleted: boolean
  readonly isStored: boolean
  /** The destinations that it was sent to, and those that have acknowledged it. */
  readonly sent: readonly string[]
  readonly acknowledged: readonly string[]
}

const MAX_LIVES = 6

/** The lives of the last events with one more step, the newest first. */
export function nextLives(lives: readonly Life[], { id, step, name, destination }: Progress): readonly Life[] {
  const life = lives.find((other) => other.id === id) ?? {
    id,
    name: name ?? 'An event of the page before',
    isCompleted: name === undefined,
    isStored: name === undefined,
    sent: [],
    acknowledged: [],
  }
  const next: Life = {
    ...life,
    isCompleted: life.isCompleted || step === 'completed',
    isStored: life.isStored || step === 'stored',
    sent: step === 'sent' ? withName(life.sent, destination) : life.sent,
    acknowledged: step === 'acknowledged' ? withName(life.acknowledged, destination) : life.acknowledged,
  }
  return lives.includes(life)
    ? lives.map((other) => (other === life ? next : other))
    : [next, ...lives].slice(0, MAX_LIVES)
}

function withName(names: readonly string[], name: string | undefined): readonly string[] {
  return name === undefined || names.includes(name) ? names : [...names, name]
}
