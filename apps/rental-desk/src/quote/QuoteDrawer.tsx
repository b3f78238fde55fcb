import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '../shell/Overlay.module.css'

interface Props {
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** The quote in a drawer over the fleet, for a screen without room beside it. */
export function QuoteDrawer({ isOpen, onClose, children }: Props) {
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} position="right" size="28rem">
      <Drawer.Overlay />
      <Drawer.Content className={classes.content}>
        {/* Not Drawer.Header: that is a second <header>, and so a second banner of the page. */}
        <div className={classes.head}>
          {/* Not the first field: on a phone, the keyboard would cover half of the quote. */}
          <Drawer.Title className={`desk-focus ${classes.title}`} tabIndex={-1} data-autofocus>
            Quote
          </Drawer.Title>
          <Drawer.CloseButton aria-label="Close the quote" />
        </div>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
