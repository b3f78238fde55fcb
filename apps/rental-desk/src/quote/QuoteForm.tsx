import { Button } from '@mantine/core'
import { Suspense, useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { useIdentity, useTelltale, useTrack } from 'telltale/react'
import { fleet } from '../data/fleet.ts'
import { machinesNow } from '../fleet/machinesNow.ts'
import { priceOf } from '../pricing/priceOf.ts'
import { rentals } from '../rentals/rentals.ts'
import { useStore } from '../useStore.ts'
import { book } from './book.ts'
import { areReversed, checkDraft } from './checkDraft.ts'
import { PricePanel } from './PricePanel.tsx'
import { PriceToCome } from './PriceToCome.tsx'
import type { QuoteDraft } from './quoteDraft.ts'
import { QuoteFields } from './QuoteFields.tsx'
import classes from './QuoteForm.module.css'
import { rentalDays } from './rentalDays.ts'
import type { SentQuote } from './sentQuote.ts'

interface Props {
  draft: QuoteDraft
  onChange: (draft: QuoteDraft) => void
  onPick: (number: string) => void
  /** Called with the quote after it was sent, or without a quote if fields have errors. */
  onSend: (quote?: SentQuote) => void
  /** Shown below the price, where there is room while no machine is picked. */
  children?: ReactNode
}

export function QuoteForm({ draft, onChange, onPick, onSend, children }: Props) {
  const { flags } = useTelltale()
  const track = useTrack()
  const identity = useIdentity()
  const form = useRef<HTMLFormElement>(null)
  const [attempts, setAttempts] = useState(0)
  const machine = machinesNow(fleet, useStore(rentals)).find(({ number }) => number === draft.machine)
  const days = rentalDays(draft)
  const problems = checkDraft(draft, machine)
  const isReversed = areReversed(draft)
  const atOnce = isReversed && problems.to !== undefined ? { to: problems.to } : {}

  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts])

  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!machine || Object.keys(problems).length > 0) {
      setAttempts(attempts + 1)
      return onSend()
    }
    const pricing = flags.variation('new-pricing') ? 'weekly' : 'daily'
    const { total } = priceOf(machine.dayRate, days, pricing)
    setAttempts(0)
    track(
      'Quote sent',
      { total, days, machine: machine.number, category: machine.category, pricing },
      { messaging: true },
    )
    const company = identity.status === 'known' ? identity.person.company_id : undefined
    onSend(book.add({ ...draft, customer: draft.customer.trim(), company, total }))
  }

  return (
    <form ref={form} onSubmit={send} noValidate aria-label="New quote">
      <QuoteFields
        draft={draft}
        problems={attempts > 0 ? problems : atOnce}
        onChange={(change) => onChange({ ...draft, ...change })}
        onPick={onPick}
      />
      <div className={classes.foot} data-foot>
        <div className={classes.price}>
          <Suspense fallback={<PriceToCome />}>
            <PricePanel dayRate={machine?.dayRate} days={days} isReversed={isReversed} />
          </Suspense>
          {children}
        </div>
        <Button type="submit" size="md" fullWidth>
          Send quote
        </Button>
      </div>
    </form>
  )
}
