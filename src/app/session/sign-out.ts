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

/** How many files are unsent, about which only those parts can ask; none where nothing is stored, or ever could be. */
async function unsentFiles(): Promise<number> {
  try {
    const asked = indexedDB.open(DATABASE)
    // There is none: one that was made here would lack its tables.
    asked.onupgradeneeded = () => asked.transaction?.abort()
    const db = await answered(asked)
    const count = await answered(db.transaction(TABLE).objectStore(TABLE).count(rowsOf(UNSENT_FILES)))
    db.close()
    return count
  } catch {
    return 0
  }
}

/** The parts; where they are gone, because the site was updated, what stands in for them when nothing is unsent. */
const partsNow = (): ReturnType<typeof signOutParts> =>
  loadNow(signOutParts).catch(async (missing: unknown) => {
    if ((await unsentFiles()) > 0) throw missing
    // Another tab may hold it open: the deletion stays pending.
    const deleteAllFromDevice = async (): Promise<void> => void globalThis.indexedDB?.deleteDatabase(DATABASE)
    return { confirmDroppingUnsent: async () => true, deleteAllFromDevice }
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
