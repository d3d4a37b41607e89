/** Logging out (spec §7): status 1 clears the session, any other status resolves without clearing. */
import { now } from '../lib/clock.ts'
import { logout } from '../features/session/current-session.ts'
import { localPath, splitPath } from '../lib/locale.ts'
import { RequestFailed } from './api.ts'
import { request } from './browser-requester.ts'
import { callFailureWords } from './call-failure-words.ts'
import type { Translate } from './translate.ts'
import { endSession } from './session.ts'
import { browserStore, readToken } from './storage.ts'
import { toast } from './toast-store.ts'

/** Ends the login, deletes what this device stored, and goes to the home page. True when the session is over. */
export async function signOut(t: Translate): Promise<boolean> {
  const token = readToken(browserStore(), now())
  try {
    if (!(await mayLeave(t))) return false
    const reply = token ? await request(logout, { token }) : undefined
    if (reply && !reply.ok) {
      toast(reply.message, 'bad')
      return false
    }
    endSession()
    await (await import('./device-store.ts')).deleteAllFromDevice()
    if (token) location.assign(localPath(splitPath(location.pathname).lang, '/home'))
    return true
  } catch (error) {
    toast(callFailureWords(t, error), 'bad')
    return false
  }
}

/** Photos that are still unsent are not deleted without asking. That part loads here, and may fail to load. */
async function mayLeave(t: Translate): Promise<boolean> {
  const part = await import('./photos/confirm-unsent-photos.tsx').catch(() =>
    Promise.reject(new RequestFailed('offline')),
  )
  return part.confirmDroppingUnsent(t)
}
