import { OfflineBanner } from '../delivery/OfflineBanner.tsx'
import { useSampleUsers } from '../session/useSampleUsers.ts'
import { Brand } from './Brand.tsx'
import { ColorSchemeButton } from './ColorSchemeButton.tsx'
import classes from './Header.module.css'
import { ImpersonationBanner } from './ImpersonationBanner.tsx'
import { Navigation } from './Navigation.tsx'
import { UserMenu } from './UserMenu.tsx'

export function Header() {
  const { sample, retry } = useSampleUsers()
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        <Brand />
        <Navigation />
        <div className={classes.end}>
          <ColorSchemeButton />
          <UserMenu sample={sample} retry={retry} />
        </div>
      </div>
      <ImpersonationBanner sample={sample} />
      <OfflineBanner />
    </header>
  )
}
