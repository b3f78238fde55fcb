import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { EyeClosedIcon, LocationIcon } from '@primer/octicons-react'
import { useCallback, useMemo, useRef } from 'react'
import { useIdentity, useTrackOnce } from 'telltale/react'
import { fleet } from '../data/fleet.ts'
import { QuoteDrawer } from '../quote/QuoteDrawer.tsx'
import { QuotePanel, type QuoteProps } from '../quote/QuotePanel.tsx'
import { LastQuotes } from '../quote/LastQuotes.tsx'
import { rentals } from '../rentals/rentals.ts'
import { rentalsFor } from '../rentals/rentalsFor.ts'
import { preferences } from '../settings/ownPreferences.ts'
import { Page } from '../shell/Page.tsx'

import { useScreen } from '../useScreen.ts'
import { useStore } from '../useStore.ts'
import classes from './FleetPage.module.css'
import { FleetSection } from './FleetSection.tsx'
import { machinesNow } from './machinesNow.ts'

/** The fleet, and the quote for one of its machines: beside the fleet on a wide screen, otherwise in a drawer. */
export function FleetPage(quote: QuoteProps) {
  const screen = useScreen()
  const identity = useIdentity()
  const all = useStore(rentals)
  const { isMapShown } = useStore(preferences)
  const quoteTitle = useRef<HTMLHeadingElement>(null)
  const [isQuoteOpen, { open, close }] = useDisclosure(false)
  const machines = useMemo(() => machinesNow(fleet, all), [all])
  const seen = useMemo(() => rentalsFor(identity, all), [identity, all])
  useTrackOnce('Fleet viewed', { machines: fleet.length })

  const { onPick } = quote
  const pick = useCallback(
    (number: string) => {
      onPick(number)
      open()
      // If the quote is in the drawer, this ref is empty, and the drawer takes the focus when it opens.
      quoteTitle.current?.focus({ preventScroll: true })
    },
    [onPick, open],
  )
  const panel = (
    <>
      <QuotePanel {...quote} />
      <LastQuotes />
    </>
  )
  return (
    <div className={classes.columns}>
      <Page title="Fleet" beside={<MapButton isShown={isMapShown} />}>
        <FleetSection
          screen={screen}
          machines={machines}
          rentals={seen}
          isMapShown={isMapShown}
          picked={quote.draft.machine}
          onPick={pick}
        />
      </Page>
      {screen === 'wide' ? (
        <section className={classes.quote} aria-labelledby="quote-title">
          <h2 id="quote-title" ref={quoteTitle} className={`desk-focus ${classes.quoteTitle}`} tabIndex={-1}>
            Quote
          </h2>
          {panel}
        </section>
      ) : (
        <QuoteDrawer isOpen={isQuoteOpen} onClose={close}>
          {panel}
        </QuoteDrawer>
      )}
    </div>
  )
}

function MapButton({ isShown }: { isShown: boolean }) {
  const Icon = isShown ? EyeClosedIcon : LocationIcon
  return (
    <Button
      className={classes.mapButton}
      variant="default"
      size="xs"
      leftSection={<Icon size={16} aria-hidden="true" />}
      onClick={() => preferences.change({ isMapShown: !isShown })}
    >
      {isShown ? 'Hide the map' : 'Show the map'}
    </Button>
  )
}
