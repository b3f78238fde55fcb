import { showLanding } from './telltaleLanding.ts'

void showLanding(true)
