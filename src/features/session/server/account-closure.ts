/**
 * What sign-in data is deleted when an account is closed: contacts, codes, devices. The record that somebody was signed
 * in is kept for six months (Cybersecurity Law art. 21).
 */
import { madeWith, type ClosurePart } from '../../../server/personal-data/account-closure.ts'
import { purgeEvents } from '../../../server/personal-data/purge-events.ts'

export const sessionClosure: ClosurePart = {
  erase: async (deps, trx, { userId, contacts }) => {
    const now = deps.clock()
    const changes = trx.selectFrom('contact_changes').select('id').where('user_id', '=', userId)
    await trx.deleteFrom('contact_undo_links').where('change_id', 'in', changes).execute()
    await trx.deleteFrom('contact_changes').where('user_id', '=', userId).execute()
    await trx.deleteFrom('account_questions').where('user_id', '=', userId).execute()
    // The contact belongs to nobody any more: whoever proves it next is a new person, and nothing is stored under its
    // hash (see the other features' parts).
    await trx.deleteFrom('contacts').where('user_id', '=', userId).execute()
    await trx
      .deleteFrom('login_codes')
      .where(madeWith(contacts, 'destination_mac', 'sent_at'))
      .execute()
    await trx
      .deleteFrom('login_guesses')
      .where(madeWith(contacts, 'destination_mac', 'at'))
      .execute()
    await trx.deleteFrom('exchange_codes').where('user_id', '=', userId).execute()
    await trx
      .updateTable('sessions')
      .set({ revoked_at: now, revoked_why: 'logout' })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute()
    await trx
      .updateTable('sessions')
      .set({ agent: null, co_id: null, confirmed_at: null, confirmed_contact: null })
      .where('user_id', '=', userId)
      .execute()
    await trx
      .updateTable('users')
      .set({ name: null, mobile: null, mobile_mac: null, email: null, email_mac: null, closed_at: now })
      .where('id', '=', userId)
      .execute()
    await purgeEvents(trx, 'user', [userId], { at: now, why: 'account closed' })
  },
}
