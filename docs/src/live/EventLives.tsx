import type { Life } from './lives.ts'
import styles from './live.module.css'

interface EventLivesProps {
  lives: readonly Life[]
  destination?: string
}

const STAGES = ['tracked', 'completed', 'stored', 'sent', 'acknowledged'] as const

/** The life of each event as five stations on a line. */
export function EventLives({ lives, destination = 'collector' }: EventLivesProps) {
  return (
    <div className={styles.lives} role="group" aria-label="Life of each event">
      <div className={styles.stages} aria-hidden="true">
        <span />
        {STAGES.map((stage) => (
          <span key={stage}>{stage === 'acknowledged' ? 'arrived' : stage}</span>
        ))}
      </div>
      <ol aria-live="polite">
        {lives.map((life) => {
          const reached = stageOf(life, destination)
          return (
            <li key={life.id} data-stage={STAGES[reached]}>
              <span className={styles.name}>{life.name}</span>
              <span className="sr-only">: {STAGES[reached]}</span>
              {STAGES.map((stage, index) => (
                <i key={stage} aria-hidden="true" data-reached={index <= reached} />
              ))}
            </li>
          )
        })}
      </ol>
      {lives.length === 0 && <p className={styles.empty}>No events yet.</p>}
    </div>
  )
}

function stageOf({ isCompleted, isStored, sent, acknowledged }: Life, destination: string): number {
  if (acknowledged.includes(destination)) return 4
  if (sent.includes(destination)) return 3
  if (isCompleted && isStored) return 2
  return isCompleted ? 1 : 0
}
