/**
 * `accounts closing|close|keep`, `consents withdraw`: lists accounts that are going to be closed, and closes or keeps
 * one for a person who writes to us.
 */
import { z } from 'zod'
import { destinationSchema } from '../../../../lib/people/contact.ts'
import { formatInstant } from '../../../../lib/days/dates.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { command, type Command } from '../../../../server/operator/command.ts'
import { lastAgreedLang, liveContact } from '../../../session/server/door.ts'
import { consentsGiven } from '../given-consents.ts'
import { CONSENTS, withdrawConsent } from '../withdraw-consent.ts'
import { scheduleClosure, takeBackClosure } from './schedule-closure.ts'
import { closingPerson, obstaclesOf } from './obstacles.ts'

const input = z.object({ contact: destinationSchema })

async function accountOf(deps: Deps, trx: Trx, destination: string): Promise<string> {
  const found = await liveContact(deps, trx, destination)
  if (!found) throw new Refusal('not_found')
  return found.user_id
}

const closing = command({
  noun: 'accounts',
  verb: 'closing',
  role: 'security',
  reads: true,
  about: 'Accounts that are going to be closed, and those that something stood against when their time came',
  input: z.object({}),
  run: async (_, { deps, print }) => {
    const rows = await deps.db
      .selectFrom('account_closures')
      .selectAll()
      .where('status', 'in', ['scheduled', 'stopped'])
      .orderBy('closes_at')
      .execute()
    for (const row of rows)
      print(
        `${row.user_id}  ${row.status === 'scheduled' ? 'closes' : 'was not closed'} ${formatInstant(row.closes_at, 'en')}  asked ${formatInstant(row.asked_at, 'en')}`,
      )
    if (rows.length === 0) print('none')
  },
})

const close = command({
  noun: 'accounts',
  verb: 'close',
  args: ['contact'],
  role: 'security',
  about:
    'Asks for the closing of an account for a person who wrote to us and whose identity was checked: the same days to take it back, and every contact is told',
  input,
  run: async ({ contact }, { deps, by, why, print }) => {
    const said = await deps.write(async (trx) => {
      const userId = await accountOf(deps, trx, contact)
      const obstacles = await obstaclesOf(deps, trx, await closingPerson(trx, userId, deps.clock()))
      if (obstacles.length > 0) return obstacles.map(({ kind, number }) => `stands against it: ${kind} ${number}`)
      const done = await scheduleClosure(deps, trx, userId, { by, why, lang: await lastAgreedLang(trx, userId) })
      return [done ? 'The account is going to be closed; its contacts are told' : 'It is going to be closed already']
    })
    for (const line of said) print(line)
  },
})

const keep = command({
  noun: 'accounts',
  verb: 'keep',
  args: ['contact'],
  role: 'security',
  about: 'Takes back the closing of an account whose person did not ask for it, or wants to keep it and cannot sign in',
  input,
  run: async ({ contact }, { deps, by, why, print }) => {
    const done = await deps.write(async (trx) => {
      const userId = await accountOf(deps, trx, contact)
      return takeBackClosure(deps, trx, userId, { by, why, lang: await lastAgreedLang(trx, userId) })
    })
    if (!done) throw new Refusal('not_possible')
    print('The account stays; its contacts are told')
  },
})

const list = command({
  noun: 'consents',
  verb: 'list',
  args: ['contact'],
  role: 'security',
  about: 'The consents that a person gave, and which were withdrawn: before data is sent abroad, look here',
  input,
  run: async ({ contact }, { deps, print }) => {
    const userId = await deps.write((trx) => accountOf(deps, trx, contact))
    const { consents } = await consentsGiven({ deps, lang: 'en', userId })
    for (const { kind, about, at, withdrawnAt } of consents)
      print(
        `${kind}  ${about}  given ${formatInstant(at, 'en')}${withdrawnAt === null ? '' : `  WITHDRAWN ${formatInstant(withdrawnAt, 'en')}`}`,
      )
    if (consents.length === 0) print('none')
  },
})

const consent = command({
  noun: 'consents',
  verb: 'withdraw',
  args: ['contact'],
  role: 'security',
  about:
    'Takes a consent back for a person who wrote to us and whose identity was checked: --of application|claim|verification. What rests on it and is not finished ends, and the person is told as if they had ended it; a paid application is a refund, `refunds`',
  input: input.extend({ of: z.enum(CONSENTS, 'required') }),
  run: async ({ contact, of }, { deps, by, why, print }) => {
    const userId = await deps.write((trx) => accountOf(deps, trx, contact))
    const lines = await withdrawConsent(deps, userId, of, { by, why })
    for (const line of lines) print(line)
    print(
      lines.length === 0
        ? 'Nothing unfinished rested on it; the withdrawal is written down'
        : 'The withdrawal is written down',
    )
  },
})

export const closureCommands: readonly Command[] = [closing, close, keep, list, consent]
