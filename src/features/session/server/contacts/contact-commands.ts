/**
 * `contacts show|replace|undo|settle`: help for people who have lost their means of signing in, or whose account
 * someone else changed.
 */
import { z } from 'zod'
import { destinationSchema, maskContact } from '../../../../lib/people/contact.ts'
import { formatInstant } from '../../../../lib/days/dates.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { commandsOf, type Command, type CommandContext } from '../../../../server/operator/command.ts'
import { writeEvent } from '../../../../server/transition.ts'
import { lastAgreedLang } from '../agreements.ts'
import { changesOf, putContact, settleChanges, undoChange, type Act } from './contact-changes.ts'
import { destinationOf } from './contact-messages.ts'
import { isUndoable } from './undo-contact-change.ts'
import { destinationMac } from '../../../../server/keys/destination-mac.ts'
import { contactHistory, lastHolderOf, liveContact } from './held-contacts.ts'

const command = commandsOf({ noun: 'contacts', role: 'security' })

const contact = destinationSchema

/**
 * The account that a mobile number or email signs in to; otherwise the one that gave it up last, whoever made that
 * change.
 */
async function accountOf(deps: Deps, trx: Trx, destination: string): Promise<string> {
  const found =
    (await liveContact(deps, trx, destination)) ?? (await lastHolderOf(trx, destinationMac(deps, destination)))
  if (!found) throw new Refusal('not_found')
  return found.user_id
}

/** Messages are in the language that the person last signed in with. */
async function actFor(trx: Trx, userId: string, { by, why }: Pick<CommandContext, 'by' | 'why'>): Promise<Act> {
  return { by, why, lang: await lastAgreedLang(trx, userId) }
}

const show = command({
  verb: 'show',
  args: ['contact'],
  about: 'The account that a mobile number or email signs in to: its contacts and changes, masked. Looking is recorded',
  input: z.object({ contact }),
  run: async ({ contact: destination }, { deps, by, why, print }) => {
    const userId = await deps.write(async (trx) => {
      const id = await accountOf(deps, trx, destination)
      await writeEvent(trx, {
        entity: 'user',
        entity_id: id,
        at: deps.clock(),
        by,
        to_status: 'contacts_looked_at',
        why,
      })
      return id
    })
    const [now, contacts] = [deps.clock(), await contactHistory(deps.db, userId)]
    const named = (id: string | null): string => {
      const row = contacts.find((it) => it.id === id)
      return row ? maskContact(destinationOf(deps, row)) : '(none)'
    }
    print(`account ${userId}`)
    for (const it of contacts) {
      const until =
        it.ended_at === null
          ? 'signs in'
          : it.ended_at > now
            ? `signs in until ${formatInstant(it.ended_at, 'en')}`
            : `given up ${formatInstant(it.ended_at, 'en')}`
      print(`${it.channel} ${named(it.id)}  proven ${formatInstant(it.proved_at, 'en')}  ${until}`)
    }
    for (const it of await changesOf(deps.db, userId)) {
      const state =
        it.undone_at !== null
          ? 'undone'
          : isUndoable(it, now)
            ? `can be undone until ${formatInstant(it.undo_until, 'en')}`
            : 'stands'
      print(
        `change ${it.id}  ${it.channel}: ${named(it.old_contact_id)} to ${named(it.new_contact_id)}  ${formatInstant(it.at, 'en')}  ${state}`,
      )
    }
  },
})

const replace = command({
  verb: 'replace',
  args: ['contact', 'new'],
  about:
    'For a person who can read neither of their contacts: another one in the place of one of its kind, or beside it. The earlier ones are told',
  input: z.object({ contact, new: destinationSchema }),
  run: async ({ contact: destination, new: next }, { deps, by, why, print }) => {
    const done = await deps.write(async (trx) => {
      const userId = await accountOf(deps, trx, destination)
      return putContact(deps, trx, userId, next, await actFor(trx, userId, { by, why }))
    })
    if (!done.ok) throw new Refusal(done.reason)
    print(
      `${maskContact(next)} signs in from now on, by a code sent to it. The earlier contacts were told and can undo it`,
    )
  },
})

const undo = command({
  verb: 'undo',
  args: ['contact', 'change'],
  about:
    'Undoes a change that its person did not make, and what was changed since: everybody is signed out, and the contacts are told',
  input: z.object({ contact, change: z.string().min(1, 'required') }),
  run: async ({ contact: destination, change: id }, { deps, by, why, print }) => {
    const done = await deps.write(async (trx) => {
      const userId = await accountOf(deps, trx, destination)
      const change = (await changesOf(trx, userId)).find((it) => it.id === id)
      if (!change) throw new Refusal('not_found')
      return undoChange(deps, trx, change, await actFor(trx, userId, { by, why }))
    })
    if (!done) throw new Refusal('undo_over')
    print('Undone: the earlier contacts sign in again, and everybody is signed out')
  },
})

const settle = command({
  verb: 'settle',
  args: ['contact'],
  about:
    'For a phone that was stolen: what the person gave up signs in no more and can undo nothing, at once. Everybody is signed out',
  input: z.object({ contact }),
  run: async ({ contact: destination }, { deps, by, why, print }) => {
    const count = await deps.write(async (trx) => {
      const userId = await accountOf(deps, trx, destination)
      return settleChanges(deps, trx, userId, await actFor(trx, userId, { by, why }))
    })
    print(`${count} changes stand for good`)
  },
})

export const contactCommands: readonly Command[] = [show, replace, undo, settle]
