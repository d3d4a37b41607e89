import { lookAtUnsubscribe, setUnsubscribe } from '../../../src/features/account/unsubscribe-calls.ts'
import { unsubscribeLinks } from '../../../src/server/messages/unsubscribe/unsubscribe-links.ts'
import { row } from './row.ts'
import type { World } from './world.ts'

const WHY = 'the link of the mail is the proof, and it opens one choice of one mailbox'

const linkOf = (world: World): { code: string } => ({
  code:
    new URL(
      unsubscribeLinks(world.server.deps, { to: `${world.key()}@example.com`, kind: 'reminders', lang: 'en' }).page,
    ).searchParams.get('code') ?? '',
})

export const rows = [
  row(lookAtUnsubscribe)({ of: 'anyone', why: WHY, input: linkOf }),
  row(setUnsubscribe)({ of: 'anyone', why: WHY, input: (world) => ({ ...linkOf(world), off: true }) }),
]
