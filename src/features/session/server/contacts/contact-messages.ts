/**
 * Messages to the contacts of an account about changes to them. Addresses are masked: whoever has the phone now can
 * read a message.
 */
import { hash, randomBytes } from 'node:crypto'
import { maskContact } from '../../../../lib/people/contact.ts'
import { maskContacts } from '../../../../lib/people/masked-contacts.ts'
import { formatInstant } from '../../../../lib/days/dates.ts'
import { localPath, type Lang } from '../../../../lib/locale.ts'
import { SITE } from '../../../../lib/site.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { defineMessages } from '../../../../server/messages/define-message.ts'
import { textSchema } from '../../../../server/keys/seal.ts'
import type { ContactChangeTable, ContactTable } from '../../tables.ts'

const code = ['code', 'minutes'] as const
const told = ['what', 'until', 'url', 'phone'] as const

/** Codes that an account asks for before it hands out the copy of its data, or is closed. */
export const accountCodeMessages = defineMessages({
  account_export_code: { kind: 'direct', limit: 'code', vars: code },
  account_close_code: { kind: 'direct', limit: 'code', vars: code },
})

export const contactMessages = defineMessages({
  contact_confirm: { kind: 'direct', limit: 'code', vars: code },
  contact_code: { kind: 'direct', limit: 'code', vars: code },
  contact_reach: { kind: 'direct', limit: 'code', vars: code },
  contact_replaced: { kind: 'direct', limit: 'alert', vars: [...told, 'old', 'new'] },
  contact_added: { kind: 'direct', limit: 'alert', vars: [...told, 'new'] },
  contact_removed: { kind: 'direct', limit: 'alert', vars: [...told, 'old'] },
  contact_restored: { kind: 'direct', limit: 'alert', vars: ['contacts', 'url', 'phone'] },
  contact_rejected: { kind: 'direct', limit: 'alert', vars: ['address', 'contacts', 'url', 'phone'] },
  contact_withdrawn: { kind: 'direct', limit: 'alert', vars: ['address', 'phone'] },
})

export const undoCodeHash = (secret: string): string => hash('sha256', secret)

const undoPath = (secret: string): string => `/contact/undo?code=${secret}`

/** The destination of a contact, unsealed. */
export const destinationOf = (deps: Pick<Deps, 'seal'>, contact: Pick<ContactTable, 'destination'>): string =>
  deps.seal.open('users.contact', textSchema, contact.destination)

const maskedOf = (deps: Deps, contact: ContactTable): string => maskContact(destinationOf(deps, contact))

interface Told {
  change: ContactChangeTable
  old: ContactTable | undefined
  added: ContactTable | undefined
  /** Contacts that signed in before the change. */
  told: readonly ContactTable[]
  lang: Lang
}

/** Tells each earlier contact, with a link of its own that undoes the change. */
export async function tellOfChange(
  deps: Deps,
  trx: Trx,
  { change, old, added, told: contacts, lang }: Told,
): Promise<void> {
  const masks = maskContacts(old ? destinationOf(deps, old) : null, added ? destinationOf(deps, added) : null)
  const named = { old: masks.old ?? '', new: masks.new ?? '' }
  const { contact_replaced, contact_added, contact_removed } = contactMessages
  const message = added ? (old ? contact_replaced : contact_added) : contact_removed
  for (const contact of contacts) {
    const secret = randomBytes(18).toString('base64url')
    await trx
      .insertInto('contact_undo_links')
      .values({ code_hash: undoCodeHash(secret), change_id: change.id })
      .execute()
    await deps.messages.send(trx, message, {
      to: destinationOf(deps, contact),
      lang,
      key: `contact-change:${change.id}:${contact.id}`,
      vars: {
        ...named,
        what: deps.words(lang, `messages:contact_what.${change.channel}`),
        until: formatInstant(change.undo_until, lang),
        url: deps.config.siteUrl + localPath(lang, undoPath(secret)),
        phone: SITE[lang].phone,
      },
    })
  }
}

const namedTogether = (deps: Deps, contacts: readonly ContactTable[], lang: Lang): string => {
  const [one = '', other] = contacts.map((it) => maskedOf(deps, it))
  return other === undefined ? one : deps.words(lang, 'messages:contact_and', { one, other })
}

/** Tells the contacts that are restored, and those that no longer sign in: one of them may be the owner's. */
export async function tellOfUndo(
  deps: Deps,
  trx: Trx,
  {
    key,
    lang,
    now,
    withdrawn,
  }: { key: string; lang: Lang; now: readonly ContactTable[]; withdrawn: readonly ContactTable[] },
): Promise<void> {
  const phone = SITE[lang].phone
  const contacts = namedTogether(deps, now, lang)
  for (const contact of now) {
    await deps.messages.send(trx, contactMessages.contact_restored, {
      to: destinationOf(deps, contact),
      lang,
      key: `contact-undone:${key}:${contact.id}`,
      vars: { contacts, url: deps.config.siteUrl + localPath(lang, '/personal/modify'), phone },
    })
  }
  for (const contact of withdrawn.filter(({ mac }) => !now.some((it) => it.mac === mac))) {
    await deps.messages.send(trx, contactMessages.contact_withdrawn, {
      to: destinationOf(deps, contact),
      lang,
      key: `contact-undone:${key}:${contact.id}`,
      vars: { address: maskedOf(deps, contact), phone },
    })
  }
}

/** Tells the account's contacts that whoever has another one said the account is not theirs. */
export async function tellOfRejection(
  deps: Deps,
  trx: Trx,
  { rejected, now, lang }: { rejected: ContactTable; now: readonly ContactTable[]; lang: Lang },
): Promise<void> {
  for (const contact of now) {
    await deps.messages.send(trx, contactMessages.contact_rejected, {
      to: destinationOf(deps, contact),
      lang,
      key: `contact-rejected:${rejected.id}:${contact.id}`,
      vars: {
        address: maskedOf(deps, rejected),
        contacts: namedTogether(deps, now, lang),
        url: deps.config.siteUrl + localPath(lang, '/personal/modify'),
        phone: SITE[lang].phone,
      },
    })
  }
}
