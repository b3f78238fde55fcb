import type { Meta, StoryObj } from '@storybook/react-vite'
import { createTestTelltale } from 'telltale/testing'
import { TestTelltaleProvider } from 'telltale/testing/react'
import { flags } from './flags'
import { QuoteForm } from './QuoteForm'

interface Args {
  isNew: boolean
  layout: 'classic' | 'compact'
  isSignedIn: boolean
}

/** Each story has a layer of its own, which knows its user and its flags at once and sends nothing. */
const meta: Meta<Args> = {
  title: 'QuoteForm',
  args: { isNew: false, layout: 'classic', isSignedIn: true },
  argTypes: { layout: { options: ['classic', 'compact'], control: 'radio' } },
  render: ({ isNew, layout, isSignedIn }) => {
    const telltale = createTestTelltale({
      definitions: { flags },
      flags: { 'new-welcome': isNew, 'quote-layout': layout },
      ...(!isSignedIn && { identity: null }),
    })
    return (
      <TestTelltaleProvider telltale={telltale}>
        <QuoteForm />
      </TestTelltaleProvider>
    )
  },
}
export default meta

export const Classic: StoryObj<Args> = {}
export const Compact: StoryObj<Args> = { args: { isNew: true, layout: 'compact' } }
export const NotSignedIn: StoryObj<Args> = { args: { isSignedIn: false } }
