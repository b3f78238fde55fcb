import { useEffect, useState } from 'react'
import type { AnsweredExplanation } from '../../../src/versions/explanation.ts'
import { command } from '../feed/command.ts'
import type { questionOf } from './whyText.ts'

export type Asked =
  | { readonly status: 'asking' }
  | { readonly status: 'answered'; readonly explanation: AnsweredExplanation }
  | { readonly status: 'failed'; readonly message: string }

/** Asks the services once. The question stays the same for as long as it is mounted. */
export function useExplanation(question: ReturnType<typeof questionOf>): Asked {
  const [first] = useState(question)
  const [asked, setAsked] = useState<Asked>({ status: 'asking' })
  useEffect(() => {
    let isWanted = true
    async function ask(): Promise<void> {
      const answer = await command('/console/explanations', first)
      if (!isWanted) return
      setAsked(
        answer.outcome === 'done'
          ? { status: 'answered', explanation: answer.body as AnsweredExplanation }
          : { status: 'failed', message: answer.message },
      )
    }
    void ask()
    return () => {
      isWanted = false
    }
  }, [first])
  return asked
}
