import { Anchor, Button } from '@mantine/core'
import { LinkExternalIcon } from '@primer/octicons-react'
import { useEffect, useRef } from 'react'
import { services } from '../services.ts'
import { useStore } from '../useStore.ts'
import type { Playing } from './player.ts'
import { STORIES } from './stories.ts'
import { storyPlayer } from './storyPlayer.ts'
import classes from './Stories.module.css'

/** Three stories that play in the application, with a sentence for each step. */
export function Stories() {
  const playing = useStore(storyPlayer)
  if (playing) return <Story {...playing} />
  return (
    <div className={classes.choice} role="group" aria-label="Stories">
      <span className={classes.lead}>See it work, in 20 seconds each:</span>
      {STORIES.map((story) => (
        <Button key={story.id} size="compact-sm" variant="default" onClick={() => storyPlayer.start(story)}>
          {story.title}
        </Button>
      ))}
    </div>
  )
}

function Story({ story, step, status, isRunning, facts }: Playing) {
  const { says, link } = story.steps[step] ?? {}
  const next = useRef<HTMLButtonElement>(null)
  const isLast = step >= story.steps.length - 1
  const leadsTo = status === 'ready' ? link?.(facts) : undefined
  // The button of the story is gone, and a change of the user makes the strip anew. The desk moves the focus to its title then.
  useEffect(() => {
    const timer = setTimeout(() => next.current?.focus({ preventScroll: true }))
    return () => clearTimeout(timer)
  }, [story])
  return (
    <section className={classes.story} aria-label={`Story: ${story.title}`} data-status={status}>
      <p className={classes.says} role="status">
        <strong>{story.title}</strong>{' '}
        <span className={classes.place}>
          {step + 1} of {story.steps.length}
        </span>{' '}
        {status === 'failed'
          ? 'This step could not be played. Look into the console, and try again.'
          : (says?.(facts) ?? '')}{' '}
        {leadsTo && (
          <Anchor className={classes.link ?? ''} href={`${services}/${leadsTo.hash}`} target="_blank" rel="noopener">
            {leadsTo.text}
            <LinkExternalIcon size={14} aria-hidden="true" />
          </Anchor>
        )}
      </p>
      <div className={classes.controls}>
        {!isLast && status !== 'failed' && (
          <>
            <Button size="compact-sm" variant="default" onClick={storyPlayer.toggle}>
              {isRunning ? 'Pause' : 'Play'}
            </Button>
            <Button
              ref={next}
              size="compact-sm"
              aria-disabled={status !== 'ready'}
              {...(status !== 'ready' && { 'data-disabled': true })}
              onClick={storyPlayer.next}
            >
              Next
            </Button>
          </>
        )}
        <Button size="compact-sm" variant={isLast ? 'filled' : 'subtle'} onClick={storyPlayer.end}>
          {isLast ? 'Done' : 'End'}
        </Button>
      </div>
    </section>
  )
}
