import { useElementSize } from '@mantine/hooks'
import { useLayoutEffect } from 'react'
import { IdentityNotice } from './IdentityNotice.tsx'
import { MaintenanceBanner } from './MaintenanceBanner.tsx'
import classes from './Notices.module.css'

/** The notices above each page. Style sheets have their height as `--desk-notices`, so that no page is rendered when it changes. */
export function Notices() {
  const { ref, height } = useElementSize()
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--desk-notices', `${height}px`)
  }, [height])
  return (
    <div ref={ref} className={classes.notices}>
      <IdentityNotice />
      <MaintenanceBanner />
    </div>
  )
}
