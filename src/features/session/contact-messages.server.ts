/**
 * Messages to the contacts of an account about changes to them. Addresses are masked: whoever has the phone now can
 * read a message.
 */
import { hash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { maskContact } from '../../lib/contact.ts'
import { formatInstant } from '../../lib/dates.ts'
import { localPath, type Lang } from '../../lib/locale.ts'
import { SITE } from '../../lib/site.ts'
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'
import type { Templates } from '../../server/messages/message-templates.ts'
import { textSchema } from '../../server/seal.ts'
import type { ContactChangeTable, ContactTable } from './tables.server.ts'

const text = z.string()
const code = z.object({ code: text, minutes: text })
const told = { what: text, until: text, url: text, phone: text }

export const contactTemplates = {
  contact_confirm: code,
  contact_code: code,
  contact_reach: code,
  contact_replaced: z.object({ ...told, old: text, new: text }),
  contact_added: z.object({ ...told, new: text }),
  contact_removed: z.object({ ...told, old: text }),
  contact_restored: z.object({ contacts: text, url: text, phone: text }),
  contact_rejected: z.object({ address: text, contacts: text, url: text, phone: text }),
  contact_withdrawn: z.object({ address: text, phone: text }),
} satisfies Templates

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
  const named = { ...(old ? { old: maskedOf(deps, old) } : {}), ...(added ? { new: maskedOf(deps, added) } : {}) }
  for (const contact of contacts) {
    const secret = randomBytes(18).toString('base64url')
    await trx
      .insertInto('contact_undo_links')
      .values({ code_hash: undoCodeHash(secret), change_id: change.id })
      .execute()
    await deps.messages.send(trx, {
      template: added ? (old ? 'contact_replaced' : 'contact_added') : 'contact_removed',
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
    await deps.messages.send(trx, {
      template: 'contact_restored',
      to: destinationOf(deps, contact),
      lang,
      key: `contact-undone:${key}:${contact.id}`,
      vars: { contacts, url: deps.config.siteUrl + localPath(lang, '/personal/modify'), phone },
    })
  }
  for (const contact of withdrawn.filter(({ mac }) => !now.some((it) => it.mac === mac))) {
    await deps.messages.send(trx, {
      template: 'contact_withdrawn',
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
    await deps.messages.send(trx, {
      template: 'contact_rejected',
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
