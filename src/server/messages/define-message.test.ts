/** What is sent fits its message: the compiler says so (`npm run lint`), and nothing else is kept. */
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Trx } from '../db/database.ts'
import { features } from '../../programs/feature-list.ts'
import type { Messages } from '../service-interfaces.ts'
import {
  coreMessages,
  defineMessages,
  messagesOf,
  neededIn,
  optionalKindOf,
  withMore,
  type AnyMessage,
  type Message,
  type MoreVars,
} from './define-message.ts'

const base = ['order', 'url'] as const
type Base = (typeof base)[number]
const messages = defineMessages({
  order_sent: { kind: 'orders', limit: 'own', vars: base },
  order_late: { kind: 'orders', limit: 'own', vars: [...base, 'day'] },
  order_code: { kind: 'direct', limit: 'code', vars: ['code', 'url'], mailOnly: ['url'] },
})

/** As a feature sends one of its messages: it knows the values that all of them have. */
const tell = <V extends string>({ send }: Messages, trx: Trx, message: Message<V>, more: MoreVars<V, Base>) =>
  send(trx, message, { to: 'a@b.cn', lang: 'en', vars: withMore<Base, V>({ order: 'O', url: 'U' }, more) })

test('a message that nobody declared, or a missing value, does not compile', () => {
  const to = { to: 'a@b.cn', lang: 'en' } as const
  const all = (sender: Messages, trx: Trx, any: AnyMessage, late: boolean): Promise<unknown>[] => [
    sender.send(trx, messages.order_late, { ...to, vars: { order: 'O', url: 'U', day: '1 May' } }),
    // @ts-expect-error a value is missing
    sender.send(trx, messages.order_late, { ...to, vars: { order: 'O', url: 'U' } }),
    // @ts-expect-error a value that it does not have
    sender.send(trx, messages.order_sent, { ...to, vars: { order: 'O', url: 'U', day: '1 May' } }),
    // @ts-expect-error a value is missing in the other language
    sender.send(trx, messages.order_sent, { ...to, vars: { order: '', url: '' }, also: { lang: 'cn', vars: {} } }),
    // @ts-expect-error nobody declared it
    sender.send(trx, messages.order_gone, { ...to, vars: { order: 'O', url: 'U' } }),
    // @ts-expect-error a name is a text only in its declaration
    sender.send(trx, 'order_sent', { ...to, vars: { order: 'O', url: 'U' } }),
    // @ts-expect-error nobody knows which values a message has that was found by its name
    sender.send(trx, any, { ...to, vars: { order: 'O', url: 'U' } }),
    tell(sender, trx, messages.order_sent, {}),
    tell(sender, trx, messages.order_late, { day: '1 May' }),
    // @ts-expect-error a value is missing
    tell(sender, trx, messages.order_late, {}),
    // @ts-expect-error of one of the two a value is missing
    tell(sender, trx, late ? messages.order_late : messages.order_sent, {}),
  ]
  expectTypeOf(all).returns.toEqualTypeOf<Promise<unknown>[]>()
  // @ts-expect-error a kind that nobody can choose
  defineMessages({ order_new: { kind: 'sometimes', limit: 'own', vars: [] } })
  // @ts-expect-error no limit
  defineMessages({ order_new: { kind: 'orders', vars: [] } })
})

test('only its own values are kept, and none may be missing', () => {
  const wide = { order: 'O', url: 'U', day: '1 May' }
  expect(messages.order_sent.pick(wide)).toEqual({ order: 'O', url: 'U' })
  const narrow: Readonly<Record<string, string>> = { order: 'O' }
  expect(() => messages.order_sent.pick(narrow as typeof wide)).toThrow('The message order_sent lacks url')
})

test('a mail has its code and its address; a text message may leave out what is for mail only', () => {
  expect(neededIn(messages.order_code, 'text')).toEqual(['code', 'url'])
  expect(neededIn(messages.order_code, 'sms')).toEqual(['code'])
  expect(neededIn(messages.order_late, 'sms')).toEqual(['url'])
})

describe('all messages', () => {
  const all = messagesOf(features)

  test('are found by name', () => {
    expect(all.size).toBeGreaterThan(100)
    expect(all.get('login_code')).toBe(coreMessages.login_code)
    expect(all.get('unheard_of')).toBeUndefined()
  })

  test('only reminders of a term can be switched off', () => {
    const optional = [...all.values()].filter((it) => optionalKindOf(it) !== undefined).map(({ name }) => name)
    expect(optional.sort()).toEqual(['policy_ended', 'policy_ending', 'policy_ending_extend', 'policy_started'])
  })

  test('codes, invitations and links go where they were sent', () => {
    const direct = [...all.values()].filter(({ kind }) => kind === 'direct')
    expect([...all.values()].filter(({ limit }) => limit === 'code').every((it) => direct.includes(it))).toBe(true)
    expect(direct.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['login_code', 'order_consent', 'order_link', 'campaign_invitation', 'credential_code']),
    )
  })
})
