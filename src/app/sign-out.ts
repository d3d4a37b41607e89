/** Logging out (spec §7): status 1 clears the session, any other status resolves without clearing. */
import { logout } from '../features/session/contract.ts'
import { localPath, splitPath } from '../lib/locale.ts'
import { request } from './client.ts'
import { failedWords } from './failed.ts'
import type { Translate } from './i18n.ts'
import { endSession } from './session.ts'
import { browserStore, readToken } from './storage.ts'
import { toast } from './toast.ts'

/** Ends the login and goes home. True when the session is over. */
export async function signOut(t: Translate): Promise<boolean> {
  const token = readToken(browserStore(), Date.now())
  if (!token) {
    endSession()
    return true
  }
  try {
    const reply = await request(logout, { token })
    if (!reply.ok) {
      toast(reply.message, 'bad')
      return false
    }
    endSession()
    location.assign(localPath(splitPath(location.pathname).lang, '/home'))
    return true
  } catch (error) {
    toast(failedWords(t, error), 'bad')
    return false
  }
}
