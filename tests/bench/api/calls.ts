/** The calls of the demo account's person: real requests, made by the browser's own requester, as bytes. */
import { encodeRequest, type RequestEnvironment } from '../../../src/app/requests/api.ts'
import { KEYS } from '../../../src/app/storage/storage-keys.ts'
import { memoryStore, writeToken } from '../../../src/app/storage/storage.ts'
import { payStatus } from '../../../src/features/cashier/contract.ts'
import { getClaim, getDraft, listClaims, saveClaim } from '../../../src/features/claims/contract.ts'
import { listOrders } from '../../../src/features/orders/contract.ts'
import { getPolicy, listPolicies } from '../../../src/features/policies/contract.ts'
import { DEMO_EMAIL, login, me, sendCode } from '../../../src/features/session/contract.ts'
import type { Call, Envelope, Input, Output } from '../../../src/lib/contract.ts'

/** One call as it is measured. */
export interface Asked {
  /** `session/me` */
  call: string
  /** Bytes as latin1: where the call writes, each request changes what the previous one left. */
  requests: string[]
  /** Bytes of the answer. */
  body: string
}
export interface Prepared {
  port: number
  asked: Asked[]
}

/** The same calls of two accounts. */
export interface PreparedAccounts {
  port: number
  few: Asked[]
  many: Asked[]
}

export type Session = Pick<Output<typeof login>, 'token' | 'csrf'>

/** A browser of the demo account's person. */
export interface Person {
  send: <C extends Call>(call: C, input: Input<C>) => Promise<{ data: Output<C>; body: string; request: string }>
}

/** A browser that has a session already, or nothing yet. */
export function browserOf(
  base: string,
  session?: Session,
): { around: RequestEnvironment; keep: (session: Session) => void } {
  const store = memoryStore()
  const quiet = (): void => undefined
  const keep = ({ token, csrf }: Session): void => {
    writeToken(store, token, Date.now())
    store.setItem(KEYS.csrfName, csrf.name)
    store.setItem(KEYS.csrfToken, csrf.token)
  }
  if (session) keep(session)
  return {
    around: {
      base,
      store,
      now: Date.now,
      lang: () => 'en',
      device: () => 'mobile',
      toLogin: quiet,
      toHome: quiet,
      toast: quiet,
    },
    keep,
  }
}

/** Logs in by a code from the sandbox's inbox. */
export async function signIn(base: string, email: string = DEMO_EMAIL): Promise<Person> {
  const { around, keep } = browserOf(base)
  const send: Person['send'] = async (call, input) => {
    const request = await bytesOf(call, input, around)
    const { address, headers, body: form } = encodeRequest(call, input, undefined, around)
    const body = await (await fetch(address, { method: 'POST', headers, ...(form ? { body: form } : {}) })).text()
    const envelope = JSON.parse(body) as Envelope<Output<typeof call>>
    if (envelope.status !== 1) throw new Error(`${call.path}: ${body}`)
    return { data: envelope.data, body, request }
  }
  await send(sendCode, { destination: email })
  const { data } = await send(login, { destination: email, code: await codeFor(base, email), agreed: true })
  keep(data)
  return { send }
}

async function codeFor(base: string, email: string): Promise<string> {
  for (;;) {
    const messages = (await (await fetch(`${base}/sandbox/messages?to=${email}`, { method: 'POST' })).json()) as {
      code?: string
    }[]
    const code = messages.map((it) => it.code).find((it) => it !== undefined)
    if (code) return code
  }
}

const bytesOf = async <C extends Call>(call: C, input: Input<C>, around: RequestEnvironment): Promise<string> =>
  Buffer.concat(await partsOf(call, input, undefined, around)).toString('latin1')

/** The request as a browser sends it: its head, and its body. */
export async function partsOf<C extends Call>(
  call: C,
  input: Input<C>,
  files: Record<string, Blob> | undefined,
  around: RequestEnvironment,
): Promise<[Buffer, Buffer]> {
  const { address, headers, body } = encodeRequest(call, input, files, around)
  const request = new Request(address, { method: 'POST', headers, ...(body ? { body } : {}) })
  const bytes = Buffer.from(await request.arrayBuffer())
  const url = new URL(address)
  const lines = [
    `POST ${url.pathname}${url.search} HTTP/1.1`,
    `host: ${url.host}`,
    'user-agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    ...[...request.headers].map(([name, value]) => `${name}: ${value}`),
    `content-length: ${bytes.length}`,
  ]
  return [Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]
}

/** Every call of the bench, made once. */
export async function prepare({ send }: Person): Promise<Asked[]> {
  const one = async <C extends Call>(call: C, input: Input<C>, ...others: Input<C>[]): Promise<Asked> => {
    const { body, request } = await send(call, input)
    const more: string[] = []
    for (const other of others) more.push((await send(call, other)).request)
    return { call: call.path, requests: [request, ...more], body }
  }
  const { orders } = (await send(listOrders, { limit: 20 })).data
  const { claims } = (await send(listClaims, {})).data
  const draft = found(claims.find((it) => it.status === 'draft'))
  const { version } = (await send(getDraft, { id: draft.id })).data
  // Two texts alternately, each as if the other connections' last text had been read: so every save writes.
  const save = (description: string): Input<typeof saveClaim> => ({
    id: draft.id,
    base: version + 1_000_000,
    patch: { description },
  })
  return [
    await one(me, {}),
    await one(listPolicies, { tab: 'valid', page: 1 }),
    await one(listOrders, { limit: 20 }),
    await one(listClaims, {}),
    await one(getClaim, { id: found(claims.find((it) => it.status === 'paid')).id }),
    await one(
      saveClaim,
      save('Sore throat since the night before.'),
      save('Sore throat and fever since the night before.'),
    ),
    await one(payStatus, { order: found(orders.find((it) => it.status === 'issued')).id }),
  ]
}

/** Every list, and the details of its first entry. `call` says which page or group. */
export async function prepareLists({ send }: Person): Promise<Asked[]> {
  const one = async <C extends Call>(call: C, input: Input<C>, name: string = call.path): Promise<Asked> => {
    const { body, request } = await send(call, input)
    return { call: name, requests: [request], body }
  }
  const policy = found((await send(listPolicies, { tab: 'valid', page: 1 })).data.policies[0])
  const claim = found((await send(listClaims, {})).data.claims.find((it) => it.status === 'paid'))
  return [
    await one(listPolicies, { tab: 'valid', page: 1 }),
    await one(listPolicies, { tab: 'expired', page: 1 }, 'policy/list, expired'),
    await one(listPolicies, { tab: 'valid', page: 1, search: policy.number }, 'policy/list, search'),
    await one(listOrders, { limit: 10 }),
    await one(listOrders, { limit: 10, counts: true }, 'order/list, counts'),
    await one(listClaims, { limit: 10 }),
    await one(getPolicy, { id: policy.id }),
    await one(getClaim, { id: claim.id }),
  ]
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The demo account lacks what the bench asks for')
  return value
}
