import { Brand } from './Brand.tsx'
import { ColorSchemeButton } from './ColorSchemeButton.tsx'
import classes from './Header.module.css'
import { ImpersonationBanner } from './ImpersonationBanner.tsx'
import { Navigation } from './Navigation.tsx'
import { UserMenu } from './UserMenu.tsx'

export function Header() {
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        <Brand />
        <Navigation />
        <div className={classes.end}>
          <ColorSchemeButton />
          <UserMenu />
        </div>
      </div>
      <ImpersonationBanner />
    </header>
  )
}
