import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Dialog.module.css'

interface DialogProps {
  readonly title: string
  readonly size: 'sm' | 'lg'
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Whether the focus returns to the control that opened it. `true` when absent. */
  readonly returnsFocus?: boolean
  readonly children: ReactNode
}

/** A modal dialog. It does not use the library's own header, which would be a second banner of the page. */
export function Dialog({ title, size, isOpen, onClose, returnsFocus = true, children }: DialogProps) {
  return (
    // The library also applies the class of `Modal.Content` to its container, which is as large as the page.
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      returnFocus={returnsFocus}
      size={size}
      classNames={{ content: classes.dialog }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
