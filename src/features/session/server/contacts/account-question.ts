/**
 * The question at the first login with a contact that was added to an account: is this account yours? The code was
 * read out to somebody, or the number was given out again, so that whoever enters the code may not know the account.
 * Until the answer there is no session (decision 0108).
 */
import { randomBytes } from 'node:crypto'
import { maskContact } from '../../../../lib/people/contact.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { destinationOf } from './contact-messages.ts'
import { heldById, heldContacts } from './held-contacts.ts'
import { hashToken } from '../sessions.ts'
import { CONFIRM_MS } from './undo-contact-change.ts'
import type { ContactTable } from '../../tables.ts'

export interface AccountQuestion {
  question: string
  contact: string
  others: string[]
}

/** The question's secret opens nothing on another device. */
const hashOf = (question: string, device: string): string => hashToken(JSON.stringify([question, device]))

/** Stores a question where one is needed, in place of the contact's earlier one. */
export async function askIfNeeded(
  deps: Deps,
  trx: Trx,
  contact: ContactTable,
  device: string,
): Promise<AccountQuestion | undefined> {
  if (contact.accepted_at !== null) return undefined
  const others = await otherContacts(deps, trx, contact)
  if (others.length === 0) return undefined
  const question = randomBytes(24).toString('base64url')
  const row = {
    user_id: contact.user_id,
    question_hash: hashOf(question, device),
    asked_at: deps.clock(),
    yes_over: 0 as const,
  }
  await trx
    .insertInto('account_questions')
    .values({ contact_id: contact.id, ...row })
    .onConflict((conflict) => conflict.column('contact_id').doUpdateSet(row))
    .execute()
  return { question, contact: maskContact(destinationOf(deps, contact)), others }
}

/** The other contacts that sign in to the account, masked: those in use, or else those that are being given up. */
async function otherContacts(deps: Deps, trx: Trx, contact: ContactTable): Promise<string[]> {
  const held = (await heldContacts(trx, contact.user_id, deps.clock())).filter(({ mac }) => mac !== contact.mac)
  const inUse = held.filter((it) => it.ended_at === null)
  return (inUse.length > 0 ? inUse : held).map((it) => maskContact(destinationOf(deps, it)))
}

/**
 * The contact that an open question is about, and when the code was entered. It can be answered for as long as an
 * entered code allows changes of contacts, and once.
 */
export async function takeQuestion(
  deps: Deps,
  trx: Trx,
  { question, device, answer }: { question: string; device: string; answer: 'yes' | 'no' },
): Promise<{ contact: ContactTable; askedAt: number } | undefined> {
  const row = await trx
    .deleteFrom('account_questions')
    .where('question_hash', '=', hashOf(question, device))
    .where('asked_at', '>', deps.clock() - CONFIRM_MS)
    .where('yes_over', 'in', answer === 'yes' ? [0] : [0, 1])
    .returning(['contact_id', 'asked_at'])
    .executeTakeFirst()
  const contact = row && (await heldById(trx, row.contact_id, deps.clock()))
  return contact && { contact, askedAt: row.asked_at }
}
