/** Logging out (spec §7): status 1 clears the session, any other status resolves without clearing. */
import { now } from '../../lib/days/clock.ts'
import { logout } from '../../lib/current-session.ts'
import { localPath, splitPath } from '../../lib/locale.ts'
import { request } from '../requests/browser-requester.ts'
import { callFailureWords } from '../requests/call-failure-words.ts'
import { loadNow } from '../load/load-ahead.ts'
import type { Translate } from '../words/translate.ts'
import { endSession } from './session.ts'
import { DATABASE, rowsOf, TABLE, UNSENT_FILES } from '../storage/device-database.ts'
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

const answered = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((done, fail) => {
    asked.onsuccess = () => done(asked.result)
    asked.onerror = () => fail(asked.error)
  })

/** Deletes what is stored here without those parts; false where files are unsent, about which only they can ask. */
async function deletedPlainly(): Promise<boolean> {
  const db = await answered(indexedDB.open(DATABASE))
  const unsent = db.objectStoreNames.contains(TABLE)
    ? await answered(db.transaction(TABLE).objectStore(TABLE).count(rowsOf(UNSENT_FILES)))
    : 0
  db.close()
  // Another tab may hold it open: the deletion stays pending.
  if (unsent === 0) indexedDB.deleteDatabase(DATABASE)
  return unsent === 0
}

/** The parts; where they are gone, because the site was updated, what stands in for them when nothing is unsent. */
const partsNow = (): ReturnType<typeof signOutParts> =>
  loadNow(signOutParts).catch(async (missing: unknown) => {
    if (!(await deletedPlainly())) throw missing
    return { confirmDroppingUnsent: async () => true, deleteAllFromDevice: async () => void (await deletedPlainly()) }
  })

/** Ends the login, deletes what this device stored, and goes to the home page. True when the session is over. */
export async function signOut(t: Translate): Promise<boolean> {
  const token = readToken(browserStore(), now())
  try {
    const { confirmDroppingUnsent, deleteAllFromDevice } = await partsNow()
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
