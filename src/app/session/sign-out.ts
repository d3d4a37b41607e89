/** Logging out (spec §7): status 1 clears the session, any other status resolves without clearing. */
import { now } from '../../lib/days/clock.ts'
import { logout } from '../../lib/current-session.ts'
import { localPath, splitPath } from '../../lib/locale.ts'
import { request } from '../requests/browser-requester.ts'
import { callFailureWords } from '../requests/call-failure-words.ts'
import { loadNow } from '../load/load-ahead.ts'
import type { Translate } from '../words/translate.ts'
import { endSession } from './session.ts'
import { browserStore, readToken } from '../storage/storage.ts'
import { toast } from '../parts/toast-store.ts'

/**
 * What signing out needs besides the page itself; the session's watch loads it ahead on every page of a signed-in
 * person.
 */
export const signOutParts = async () => {
  const [{ confirmDroppingUnsent }, { deleteAllFromDevice }] = await Promise.all([
    import('../photos/confirm-unsent-photos.tsx'),
    import('../storage/device-store.ts'),
  ])
  return { confirmDroppingUnsent, deleteAllFromDevice }
}

/** Ends the login, deletes what this device stored, and goes to the home page. True when the session is over. */
export async function signOut(t: Translate): Promise<boolean> {
  const token = readToken(browserStore(), now())
  try {
    const { confirmDroppingUnsent, deleteAllFromDevice } = await loadNow(signOutParts)
    // Photos that are still unsent are not deleted without asking.
    if (!(await confirmDroppingUnsent(t))) return false
    const reply = token ? await request(logout, { token }) : undefined
    if (reply && !reply.ok) {
      toast(reply.message, 'bad')
      return false
    }
    endSession()
    await deleteAllFromDevice()
    if (token) location.assign(localPath(splitPath(location.pathname).lang, '/home'))
    return true
  } catch (error) {
    toast(callFailureWords(t, error), 'bad')
    return false
  }
}
