/** Strangers who know an address: they can neither lock its owner out nor guess a code (decision 0034). */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  consumeCode,
  issueCode,
  type CodeRequester,
  type CodeCheck,
} from '../../src/features/session/server/login-codes.ts'
import { login, sendCode } from '../../src/features/session/contract.ts'
import { GUESSES_PER_DAY } from '../../src/features/session/server/code-guesses-allowed.ts'
import { signOff } from '../../src/app/storage/storage.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'
import { refusal } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

const MAIL = 'ill.student@example.com'
const MINUTE = 60_000
let server: TestServer
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

/** A stranger in another network, who can use a new device at any time. */
const stranger = (network: number, device = 0): CodeRequester => ({
  destination: MAIL,
  ip: `203.0.${network}.1`,
  device: `stranger-${network}-${device}`,
})
const send = async (asker: CodeRequester): Promise<boolean> =>
  (await issueCode(server.deps, { ...asker, lang: 'en' })).ok
const guess = (asker: CodeRequester, code = '000000'): Promise<CodeCheck> =>
  server.deps.write((trx) => consumeCode(server.deps, trx, asker, code))

/** The last code that was sent. */
async function lastCode(): Promise<string> {
  await server.drain()
  const { code } = await server.deps.db
    .selectFrom('messages')
    .select('code')
    .where('to', '=', MAIL)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return code ?? ''
}
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Requests codes and enters wrong ones until neither is allowed any more. Returns how many guesses were checked. */
async function attack(asker: (n: number) => CodeRequester, rounds: number): Promise<number> {
  let looked = 0
  for (let n = 0; n < rounds; n++) {
    server.advance(MINUTE)
    if (!(await send(asker(n)))) continue
    const bad = wrong(await lastCode())
    for (let i = 0; i < 6; i++) {
      const got = await guess(asker(n), bad)
      if (got.ok) throw new Error('guessed')
      if (got.reason === 'code_wrong' || (got.reason === 'code_expired' && i < 5)) looked++
      if (got.reason !== 'code_wrong') break
    }
  }
  return looked
}

const entered = async (client: Client): Promise<string> => {
  const asked = await client.request(sendCode, { destination: MAIL })
  if (!asked.ok) return `send: ${asked.code}`
  return refusal(await client.request(login, { destination: MAIL, code: await lastCode(), agreed: true }))
}

describe('the owner can sign in', () => {
  test('while a stranger enters wrong codes', async () => {
    await attack((n) => stranger(1, n), 12)
    await attack(() => stranger(2), 12)
    expect(await entered(server.client())).toBe('ok')
  })
  test('while strangers request as many codes as they are allowed', async () => {
    for (let n = 0; n < 30; n++) {
      await send(stranger(n % 3, n))
      server.advance(MINUTE)
    }
    expect(await entered(server.client())).toBe('ok')
  })
  test('by the first code, although a stranger requested another one and used up its attempts', async () => {
    const owner = server.client()
    await owner.request(sendCode, { destination: MAIL })
    const code = await lastCode()
    expect(await attack(() => stranger(4), 1)).toBe(5)
    expect(refusal(await owner.request(login, { destination: MAIL, code, agreed: true }))).toBe('ok')
  })
  test('although others in the same network entered wrong codes until they were blocked', async () => {
    const owner = server.client()
    await owner.request(sendCode, { destination: MAIL })
    const code = await lastCode()
    const near = (device: number): CodeRequester => ({ destination: MAIL, ip: '127.0.0.1', device: `near-${device}` })
    const answers: string[] = []
    for (let i = 0; i < 4; i++) {
      const got = await guess(near(i), wrong(code))
      answers.push(got.ok ? 'in' : got.reason)
    }
    expect(answers).toEqual(['code_wrong', 'code_expired', 'code_expired', 'code_expired'])
    expect(refusal(await owner.request(login, { destination: MAIL, code, agreed: true }))).toBe('ok')
  })
  test('on a device that signed in before, even after strangers used up their shared limit', async () => {
    const owner = await logInAs(server, MAIL)
    signOff(owner.store)
    server.advance(24 * 60 * MINUTE)
    let sent = 0
    for (let n = 0; n < 300; n++) {
      if (await send(stranger(n % 60))) sent++
      server.advance(2 * MINUTE)
    }
    expect(sent).toBe(100)
    expect(await send(stranger(200))).toBe(false)
    expect(await entered(owner)).toBe('ok')
  })
})

describe('the guesser is stopped', () => {
  test('by the limits of one network, whatever the device', async () => {
    expect(await attack((n) => stranger(1, n), 40)).toBe(25)
  })
  test('by the daily limits of the destination, whatever the network', async () => {
    const looked = await attack((n) => stranger(n % 100, n), 500)
    expect(looked).toBeGreaterThan(100)
    expect(looked).toBeLessThanOrEqual(GUESSES_PER_DAY)
  })
  test('on one device after ten wrong codes, and operators see it', async () => {
    await attack(() => stranger(1), 2)
    await send(stranger(1))
    expect(await guess(stranger(1), await lastCode())).toMatchObject({ ok: false, reason: 'backoff' })
    expect(server.logs()).not.toContain('guessed at')
    await attack(() => stranger(2), 2)
    expect(server.logs()).toContain('login codes of one destination are guessed at')
    expect(server.logs()).not.toContain(MAIL)
    const ready = await server.deps.health.figures()
    expect(ready).toMatchObject({ wrongCodesLastHour: 20, destinationsGuessedAt: 1 })
  })
})
