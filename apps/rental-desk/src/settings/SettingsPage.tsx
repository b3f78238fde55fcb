import { useTrackOnce } from 'telltale/react'
import { Page } from '../shell/Page.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { EventsSection } from './EventsSection.tsx'
import { FlagsSection } from './FlagsSection.tsx'
import { IdentitySection } from './IdentitySection.tsx'
import { NotificationsSection } from './NotificationsSection.tsx'
import { PrivacySection } from './PrivacySection.tsx'
import classes from './SettingsPage.module.css'

/** The user's preferences, and what Telltale knows about the user. */
export function SettingsPage() {
  useTrackOnce('Settings viewed')
  return (
    <Page title="Settings">
      <div className={classes.columns}>
        <div className={classes.column}>
          <AppearanceSection />
          <NotificationsSection />
          <PrivacySection />
        </div>
        <div className={classes.column}>
          <IdentitySection />
          <FlagsSection />
          <EventsSection />
        </div>
      </div>
    </Page>
  )
}
